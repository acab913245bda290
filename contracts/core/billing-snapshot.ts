// What core tells billing of one house and month: a stream of JSON lines, the house first, then every account
// that was open on some day of the month, then an end line that proves nothing was cut off.
import Type, { type Static } from 'typebox';
import { DayText, DecimalText, Id, MonthText, Nullable } from '../scalars.ts';

/** How a service's volume is found. */
export const ChargingMethod = Type.Union([
  Type.Literal('meter'),
  Type.Literal('norm'),
  Type.Literal('area'),
  Type.Literal('heating'),
  Type.Literal('water-disposal'),
  Type.Literal('odn'),
]);
export type ChargingMethod = Static<typeof ChargingMethod>;

/** How heating is paid: in the season, evenly over the year, or by the house-wide meter. */
export const HeatingMode = Type.Union([
  Type.Literal('season'),
  Type.Literal('whole-year'),
  Type.Literal('house-meter'),
]);
export type HeatingMode = Static<typeof HeatingMode>;

/** A part of a two-component service. */
export const Component = Type.Union([Type.Literal('cold'), Type.Literal('heat')]);
export type Component = Static<typeof Component>;

/** `validTo` is the last day, inclusive; null while in force. */
const Validity = { validFrom: DayText, validTo: Nullable(DayText) };

export const SnapshotTariff = Type.Object({
  ...Validity,
  value: DecimalText,
  basis: Type.String(),
  component: Nullable(Component),
});
export type SnapshotTariff = Static<typeof SnapshotTariff>;

export const SnapshotNorm = SnapshotTariff;
export type SnapshotNorm = SnapshotTariff;

/** A meter with its reading of the month and the one it counts from; `null` where there is none. */
export const SnapshotMeter = Type.Object({
  meterId: Id,
  houseServiceId: Id,
  serialNumber: Type.String(),
  digits: Type.Integer(),
  previous: Nullable(Type.Object({ value: DecimalText, takenOn: DayText })),
  current: Nullable(
    Type.Object({ value: DecimalText, takenOn: DayText, rollover: Type.Boolean() }),
  ),
});
export type SnapshotMeter = Static<typeof SnapshotMeter>;

export const SnapshotService = Type.Object({
  ...Validity,
  houseServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  /** Places of a volume. */
  precision: Type.Integer(),
  method: ChargingMethod,
  heatingMode: Nullable(HeatingMode),
  /** Whether the coefficient K counts where a meter could stand and does not. */
  coefficientApplies: Type.Boolean(),
  tariffs: Type.Array(SnapshotTariff),
  norms: Type.Array(SnapshotNorm),
});
export type SnapshotService = Static<typeof SnapshotService>;

export const SnapshotHouse = Type.Object({
  line: Type.Literal('house'),
  houseId: Id,
  organizationId: Id,
  address: Type.String(),
  period: MonthText,
  /** Month numbers of the heating season. */
  heatingMonths: Type.Array(Type.Integer({ minimum: 1, maximum: 12 })),
  /** Square metres of all rooms, residential and not. */
  roomsArea: DecimalText,
  accounts: Type.Integer(),
  services: Type.Array(SnapshotService),
  /** House-wide meters. */
  meters: Type.Array(SnapshotMeter),
});
export type SnapshotHouse = Static<typeof SnapshotHouse>;

export const SnapshotAccount = Type.Object({
  line: Type.Literal('account'),
  personalAccountId: Id,
  accountNumber: Type.String(),
  roomNumber: Type.String(),
  /** Square metres of the room. */
  area: DecimalText,
  /** The account's part of the room, in (0, 1]. */
  share: DecimalText,
  owners: Type.Integer(),
  openedOn: DayText,
  closedOn: Nullable(DayText),
  /** Registered persons from a day on, in the order of days; the first stands at or before the month or the opening. */
  registeredPersons: Type.Array(Type.Object({ count: Type.Integer(), validFrom: DayText })),
  meters: Type.Array(SnapshotMeter),
});
export type SnapshotAccount = Static<typeof SnapshotAccount>;

export const SnapshotEnd = Type.Object({ line: Type.Literal('end'), accounts: Type.Integer() });

export const SnapshotLine = Type.Union([SnapshotHouse, SnapshotAccount, SnapshotEnd]);
export type SnapshotLine = Static<typeof SnapshotLine>;
