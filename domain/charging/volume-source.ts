// Where a service's volume comes from, before it is priced: a rule, the days on which it changes, and the volume of any
// days in a row on which it does not.
import { fraction, multiply, sum, type Fraction } from '../money/fraction.ts';
import { normVolume } from '../regulation/individual-charge/norm-volume.ts';
import { residentsOn, type PreparedAccount } from './prepared-account.ts';
import type { BasisInputs, ChargePart } from './charge-line.ts';
import type { ChargeRule } from './charge-rules.ts';
import { stretchesOf, type DaySet, type MonthDays, type Stretch } from './month-days.ts';
import { normOn, type DatedValue, type PreparedService } from './prepared-service.ts';

/** A service of an account, and the days of the month on which both are there. */
export type Place = {
  readonly month: MonthDays;
  readonly account: PreparedAccount;
  readonly service: PreparedService;
  readonly first: number;
  readonly last: number;
};

/** What a part shows of where its volume comes from. */
export type PartInputs = Pick<
  ChargePart,
  | 'norm'
  | 'normBasis'
  | 'persons'
  | 'personsAreOwners'
  | 'coefficient'
  | 'heatNorm'
  | 'heatNormBasis'
  | 'absentPersonDays'
  | 'roomShare'
>;

/** What a stretch of days uses. */
export type StretchVolume = {
  readonly volume: Fraction;
  /** Where it follows from persons: the norm of one. */
  readonly personalNorm?: DatedValue;
  readonly inputs?: PartInputs;
};

export type VolumeSource = {
  readonly rule: ChargeRule;
  readonly cuts: DaySet;
  /** Undefined for days on which there is nothing to charge: they get no part. */
  readonly on: (stretch: Stretch) => StretchVolume | undefined;
  readonly inputs: BasisInputs;
};

/** Undefined when the account and the service have no day in common. */
export function placeOf(
  month: MonthDays,
  account: PreparedAccount,
  service: PreparedService,
): Place | undefined {
  const first = Math.max(account.first, service.first);
  const last = Math.min(account.last, service.last);
  return first > last ? undefined : { month, account, service, first, last };
}

/** What a source gives for all the place's days. */
export function volumeOf({ month, first, last }: Place, { cuts, on }: VolumeSource): Fraction {
  return sum(stretchesOf(month, first, last, cuts).flatMap((stretch) => on(stretch)?.volume ?? []));
}

/** A volume of all the place's days, falling evenly on them. */
export function spread(
  { first, last }: Place,
  volume: Fraction,
  rule: ChargeRule,
  inputs: BasisInputs,
): VolumeSource {
  const days = BigInt(last - first + 1);
  return {
    rule,
    cuts: 0,
    on: (stretch) => ({
      volume: stretch.days === days ? volume : multiply(volume, fraction(stretch.days, days)),
    }),
    inputs,
  };
}

/** A volume of a whole month, counted for the place's days. */
export function ofMonth(
  { month }: Place,
  monthly: Fraction,
  rule: ChargeRule,
  inputs: BasisInputs,
): VolumeSource {
  return { rule, cuts: 0, on: ({ days }) => ({ volume: forDays(monthly, days, month) }), inputs };
}

/** Persons times norm. */
export function byNorm(place: Place, rule: ChargeRule, inputs: BasisInputs = {}): VolumeSource {
  const { account, service } = place;
  return {
    rule,
    cuts: account.personsCuts | service.norm.cuts,
    on: (stretch) => normOfStretch(place, stretch),
    inputs,
  };
}

/** @throws UncomputableError norm-missing, persons-missing */
export function normOfStretch({ month, account, service }: Place, stretch: Stretch): StretchVolume {
  const norm = normOn(service, month, stretch.first);
  const { persons, areOwners } = residentsOn(account, month, stretch.first);
  return {
    volume: forDays(normVolume(persons, norm.value), stretch.days, month),
    personalNorm: norm,
    inputs: { norm: norm.text, normBasis: norm.basis, persons, personsAreOwners: areOwners },
  };
}

/** A volume of a whole month, for some of its days. */
export function forDays(monthly: Fraction, days: bigint, month: MonthDays): Fraction {
  return days === month.days ? monthly : multiply(monthly, fraction(days, month.days));
}
