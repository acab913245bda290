// House services with their dated tariffs and norms.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type {
  Component,
  HeatingMode,
  SharedMeterWay,
} from '@kvartplata/domain/charging/house-facts.ts';
import type { Generated } from 'kysely';

/** Gigacalories of a calendar year. */
export type YearVolume = { readonly year: number; readonly volume: string };

/** `valid_to` is the last day, inclusive; null while in force. */
type Validity = { readonly validFrom: string; readonly validTo: string | null };

export type HouseServicesTable = Validity & {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly utilityServiceId: number;
  readonly method: ChargingMethod;
  readonly heatingMode: HeatingMode | null;
  /** The house's consumption in calendar years, where its meters do not show it. */
  readonly yearVolumes: Generated<readonly YearVolume[]>;
  /** Whether the coefficient K applies where a meter could be installed but is not. */
  readonly coefficientApplies: Generated<boolean>;
  readonly sharedMeterBy: Generated<SharedMeterWay>;
  /** One of the organization's payees in billing; null for the organization itself. */
  readonly payeeId: number | null;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};

export type Steps = readonly Readonly<Record<string, string | number>>[];

type DatedValuesTable = Validity & {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly houseServiceId: number;
  /** The part of a two-component service. */
  readonly component: Component | null;
  /** The name of a group of accounts; null for the default group. */
  readonly valueGroup: string | null;
  readonly value: string;
  /** Values above volumes of the month, or by numbers of persons: decimals as strings. */
  readonly steps: Generated<Steps>;
  readonly basis: string;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};

export type ServiceTariffsTable = DatedValuesTable;
export type ServiceNormsTable = DatedValuesTable;
