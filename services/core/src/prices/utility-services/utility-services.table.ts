// The catalogue of utility services.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Component, ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';
import type { QualityStandard } from '@kvartplata/domain/regulation/quality/service-act.ts';
import type { ColumnType, Generated } from 'kysely';

/** K of a service by its days, with the act. */
export type UtilityServiceCoefficientsTable = {
  readonly utilityServiceId: number;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  readonly value: string;
  readonly basis: string;
};

/** The catalogue, filled by migrations and read by everyone; and what organizations have added for themselves. */
export type UtilityServicesTable = {
  readonly id: number;
  /** Whose own it is; null in the catalogue. */
  readonly organizationId: number | null;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly methods: ChargingMethod[];
  /** The parts that tariffs and norms are given for; empty for a service of one part. */
  readonly components: Generated<Component[]>;
  /** Whether the coefficient K may count where a meter could stand and does not. */
  readonly coefficientAllowed: Generated<boolean>;
  readonly kind: ServiceKind;
  /** Services are named by their codes here and in the next two. */
  readonly drainsInto: string | null;
  readonly commonNeedsOf: Generated<string[]>;
  readonly hoursOf: string | null;
  readonly followsAbsence: Generated<boolean>;
  readonly countsUnverified: Generated<boolean>;
  /** The section of appendix 1 of Decree 354. */
  readonly qualityStandard: QualityStandard | null;
  /** By which of its scales a meter of electricity counts it. */
  readonly meterScale: number | null;
  /** What a device counts, by whichever of its scales. */
  readonly meteredResource: ColumnType<string, never, never>;
  /** What it is called within a sentence; null where that is its name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
  readonly version: Generated<number>;
};
