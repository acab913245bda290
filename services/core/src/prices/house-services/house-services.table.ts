// The services of a house with their dated tariffs and norms.
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import type {
  Component,
  HeatingMode,
  SharedMeterWay,
} from '@kvartplata/domain/charging/house-facts.ts';
import type { Generated } from 'kysely';

/** Gigacalories of a calendar year. */
export type HeatVolume = { readonly year: number; readonly volume: string };

/** `valid_to` is the last day, inclusive; null while in force. */
type Validity = { readonly validFrom: string; readonly validTo: string | null };

export type HouseServicesTable = Validity & {
  readonly organizationId: number;
  readonly houseId: number;
  readonly id: Generated<number>;
  readonly utilityServiceId: number;
  readonly method: ChargingMethod;
  readonly heatingMode: HeatingMode | null;
  /** What the house drew in calendar years, where its meters do not tell. */
  readonly heatVolumes: Generated<readonly HeatVolume[]>;
  /** Whether the coefficient K counts where a meter could stand and does not. */
  readonly coefficientApplies: Generated<boolean>;
  readonly sharedMeterBy: Generated<SharedMeterWay>;
  /** Of the organization's payees in billing; null: the organization itself. */
  readonly payeeId: number | null;
  /** Counts the changes; the entity tag of the record. */
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
  /** The word of a group of accounts; null is the default group. */
  readonly valueGroup: string | null;
  readonly value: string;
  /** What counts above volumes of the month, or for numbers of persons: decimals as text. */
  readonly steps: Generated<Steps>;
  readonly basis: string;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};

export type ServiceTariffsTable = DatedValuesTable;
export type ServiceNormsTable = DatedValuesTable;
