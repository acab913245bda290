// Where a service's volume comes from, before it is priced: a rule, the days on which the volume changes, and the volume of any
// consecutive days without a change.
import { fraction, multiply, sum, type Fraction } from '../money/fraction.ts';
import { normVolume } from '../regulation/individual-charge/norm-volume.ts';
import { residentsOn, type PreparedAccount } from './prepared-account.ts';
import type { BasisInputs, ChargePart } from './charge-line.ts';
import type { ChargeRule } from './charge-rules.ts';
import { differingDays, type DifferingDays } from './differing-days.ts';
import {
  countDays,
  daysBetween,
  edgesOf,
  firstOf,
  hasDay,
  lastOf,
  stretchesOf,
  type DaySet,
  type MonthDays,
  type Stretch,
} from './month-days.ts';
import { normOn, ofPersons, type DatedValue, type PreparedService } from './prepared-service.ts';

/** A service of an account, with what differs for the account, and the days of the month on which both exist. */
export type Place = {
  readonly month: MonthDays;
  readonly account: PreparedAccount;
  readonly service: PreparedService;
  /** The first and last of the days. */
  readonly first: number;
  readonly last: number;
  /** The days on which the account uses the service. */
  readonly days: DaySet;
  /** The days for which it is charged: without those of a direct contract. */
  readonly charged: DaySet;
  /** For heating: the days on which its room heats itself. */
  readonly ownHeat: DaySet;
  /** The days on which an act says that no meter can be installed. */
  readonly act: DaySet;
};

/** What a part shows about the origin of its volume. */
export type PartInputs = Pick<
  ChargePart,
  | 'norm'
  | 'normBasis'
  | 'persons'
  | 'personsAreOwners'
  | 'contractVolume'
  | 'coefficient'
  | 'heatNorm'
  | 'heatNormBasis'
  | 'absentPersonDays'
  | 'roomShare'
  | 'ownHeat'
  | 'tampering'
>;

/** The consumption of a stretch of days. */
export type StretchVolume = {
  readonly volume: Fraction;
  /** The norm per person, if the volume follows from persons. */
  readonly personalNorm?: DatedValue;
  readonly inputs?: PartInputs;
};

export type VolumeSource = {
  readonly rule: ChargeRule;
  readonly cuts: DaySet;
  /** Undefined for days with nothing to charge: they get no part. */
  readonly on: (stretch: Stretch) => StretchVolume | undefined;
  readonly inputs: BasisInputs;
};

/** Undefined if the account uses the service on no day. */
export function placeOf(
  month: MonthDays,
  account: PreparedAccount,
  service: PreparedService,
): Place | undefined {
  const place = sharedPlaceOf(month, account, service);
  if (place === undefined || account.services === null) return place;
  const { unused } = differingOf(month, account, service);
  const days = place.days & ~unused;
  return days === 0 ? undefined : { ...place, first: firstOf(days), last: lastOf(days), days };
}

/**
 * The same for a service shared out by the house: the account has its part on all its days, including those on which it is not
 * charged. Undefined if the account and the service have no day in common.
 */
export function sharedPlaceOf(
  month: MonthDays,
  account: PreparedAccount,
  service: PreparedService,
): Place | undefined {
  const first = Math.max(account.first, service.first);
  const last = Math.min(account.last, service.last);
  if (first > last) return undefined;
  const days = daysBetween(first, last);
  if (account.services === null)
    return { month, account, service, first, last, days, charged: days, ownHeat: 0, act: 0 };
  const { unused, direct, ...differing } = differingOf(month, account, service);
  return {
    month,
    account,
    service: differing.service,
    first,
    last,
    days,
    charged: days & ~(unused | direct),
    ownHeat: days & differing.ownHeat,
    act: days & differing.act,
  };
}

function differingOf(
  month: MonthDays,
  { services }: PreparedAccount,
  service: PreparedService,
): DifferingDays {
  return differingDays(month, service, services?.get(service.facts.houseServiceId) ?? []);
}

/** The place's days cut into stretches, each of which is charged completely or not at all. */
export function stretchesIn(
  { month, first, last, days, charged }: Place,
  cuts: DaySet,
): readonly Stretch[] {
  if (charged === daysBetween(first, last)) return stretchesOf(month, first, last, cuts);
  const edges = edgesOf(month, days) | edgesOf(month, charged);
  return stretchesOf(month, first, last, cuts | edges).filter((stretch) =>
    hasDay(days, stretch.first),
  );
}

/** The source's volume for all the place's days. */
export function volumeOf(place: Place, { cuts, on }: VolumeSource): Fraction {
  return sum(stretchesIn(place, cuts).flatMap((stretch) => on(stretch)?.volume ?? []));
}

/** A volume for all the place's days, spread evenly over them. */
export function spread(
  place: Place,
  volume: Fraction,
  rule: ChargeRule,
  inputs: BasisInputs,
): VolumeSource {
  const days = BigInt(countDays(place.days));
  return {
    rule,
    cuts: 0,
    on: (stretch) => ({
      volume: stretch.days === days ? volume : multiply(volume, fraction(stretch.days, days)),
    }),
    inputs: { ...inputs, ...spreadOver(place, place.days) },
  };
}

/** The number of days over which a volume is spread, if they are more than the charged days. */
export function spreadOver({ charged }: Place, days: DaySet): Pick<BasisInputs, 'spreadDays'> {
  return (days & ~charged) === 0 ? {} : { spreadDays: countDays(days) };
}

/** A volume of a whole month, in proportion to the place's days. */
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
function normOfStretch({ month, account, service }: Place, stretch: Stretch): StretchVolume {
  const { persons, areOwners } = residentsOn(account, month, stretch.first);
  const norm = ofPersons(normOn(service, month, stretch.first), persons);
  return {
    volume: forDays(normVolume(persons, norm.value), stretch.days, month),
    personalNorm: norm,
    inputs: { norm: norm.text, normBasis: norm.basis, persons, personsAreOwners: areOwners },
  };
}

/** A volume of a whole month, in proportion to some of its days. */
export function forDays(monthly: Fraction, days: bigint, month: MonthDays): Fraction {
  return days === month.days ? monthly : multiply(monthly, fraction(days, month.days));
}
