// The catalogue of utility services.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Component, ServiceKind } from '@kvartplata/domain/charging/house-facts.ts';
import type { QualityStandard } from '@kvartplata/domain/regulation/quality/service-act.ts';
import type { ColumnType, Generated } from 'kysely';

/** The coefficient K of a service by days, with the act. */
export type UtilityServiceCoefficientsTable = {
  readonly utilityServiceId: number;
  readonly validFrom: string;
  /** The last day, inclusive; null while in force. */
  readonly validTo: string | null;
  readonly value: string;
  readonly basis: string;
};

/** The catalogue, filled by migrations and read by everyone, and organizations' own services. */
export type UtilityServicesTable = {
  readonly id: number;
  /** The owning organization; null in the catalogue. */
  readonly organizationId: number | null;
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Decimal places of a volume. */
  readonly precision: number;
  readonly methods: ChargingMethod[];
  /** The components for which tariffs and norms are given; empty for a service without components. */
  readonly components: Generated<Component[]>;
  /** Whether the coefficient K may apply where a meter could be installed but is not. */
  readonly coefficientAllowed: Generated<boolean>;
  readonly kind: ServiceKind;
  /** This and the next two refer to services by code. */
  readonly drainsInto: string | null;
  readonly commonNeedsOf: Generated<string[]>;
  readonly hoursOf: string | null;
  readonly followsAbsence: Generated<boolean>;
  readonly countsUnverified: Generated<boolean>;
  /** The section of appendix 1 of Decree 354. */
  readonly qualityStandard: QualityStandard | null;
  /** The scale of an electricity meter that counts it. */
  readonly meterScale: number | null;
  /** What a meter counts, by any of its scales. */
  readonly meteredResource: ColumnType<string, never, never>;
  /** The everyday name; null where it is the same as the name. */
  readonly everydayNameRu: string | null;
  readonly everydayNameEn: string | null;
  readonly version: Generated<number>;
};
