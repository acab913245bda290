// All that the charges of one house and month follow from. Decimals are scaled bigints with the scale in the name:
// E2 hundredths of a square metre, E3 thousandths of a meter's unit, E4 of a rouble, E6 of a norm, E8 of a share.
import type { BillingMonth } from '../calendar/billing-month.ts';
import type { Period } from '../calendar/period.ts';

export type ChargingMethod = 'meter' | 'norm' | 'area' | 'heating' | 'water-disposal' | 'odn';

/** The part of a two-component service that a tariff or a norm is of; null for a service of one part. */
export type Component = 'cold' | 'heat';

type DatedFacts = Period & { readonly basis: string; readonly component: Component | null };
export type TariffFacts = DatedFacts & { readonly valueE4: bigint };
export type NormFacts = DatedFacts & { readonly valueE6: bigint };

/** A meter's reading of the month, and the one it counts from: null for a meter installed after the month. */
export type MeterFacts = {
  readonly meterId: number;
  readonly houseServiceId: number;
  readonly serialNumber: string;
  /** Digits before the decimal mark: a counter of 5 digits starts again after 99999. */
  readonly digits: number;
  readonly previous: { readonly valueE3: bigint; readonly takenOn: string } | null;
  readonly current: {
    readonly valueE3: bigint;
    readonly takenOn: string;
    readonly rollover: boolean;
  } | null;
};

export type ServiceFacts = Period & {
  readonly houseServiceId: number;
  /** A code of the catalogue, e.g. `cold-water`; the ODN of a service is `<its code>-odn`. */
  readonly code: string;
  readonly name: string;
  readonly unit: string;
  /** Places of a volume. */
  readonly precision: number;
  readonly method: ChargingMethod;
  readonly heatingMode: 'season' | 'whole-year' | 'house-meter' | null;
  /** Whether the coefficient K counts where a meter could stand and does not. */
  readonly coefficientApplies: boolean;
  readonly tariffs: readonly TariffFacts[];
  readonly norms: readonly NormFacts[];
};

export type AccountFacts = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly areaE2: bigint;
  /** The account's part of its room, in (0, 1]. */
  readonly shareE8: bigint;
  readonly owners: number;
  readonly openedOn: Temporal.PlainDate;
  readonly closedOn: Temporal.PlainDate | null;
  /** Persons registered from a day on, in the order of days. */
  readonly registeredPersons: readonly {
    readonly count: number;
    readonly validFrom: Temporal.PlainDate;
  }[];
  readonly meters: readonly MeterFacts[];
};

export type HouseFacts = {
  readonly houseId: number;
  readonly organizationId: number;
  readonly month: BillingMonth;
  readonly heatingMonths: readonly number[];
  /** All rooms of the house, residential and not. */
  readonly roomsAreaE2: bigint;
  readonly services: readonly ServiceFacts[];
  /** The house-wide meters. */
  readonly meters: readonly MeterFacts[];
};
