// The catalogue of utility services.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Component, ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';
import type { GeneratedAlways } from 'kysely';

/** K of a service by its days, with the act. */
export type UtilityServiceCoefficientsTable = {
  readonly utilityServiceId: number;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  readonly value: string;
  readonly basis: string;
};

/** The catalogue; filled by migrations, read by everyone. */
export type UtilityServicesTable = {
  readonly id: GeneratedAlways<number>;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly methods: ChargingMethod[];
  /** The parts that tariffs and norms are given for; empty for a service of one part. */
  readonly components: Component[];
  /** Whether the coefficient K may count where a meter could stand and does not. */
  readonly coefficientAllowed: boolean;
  readonly kind: ServiceKind;
  /** Services are named by their codes here and in the next two. */
  readonly drainsInto: string | null;
  readonly commonNeedsOf: string[];
  readonly hoursOf: string | null;
  readonly followsAbsence: boolean;
  readonly countsUnverified: boolean;
  /** What it is called within a sentence; null where that is its name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
};
