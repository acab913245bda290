// The recalculation of a year for a service shared out by a house: each account's final charge for the year, less what its
// months were charged. It is the same for common-house needs and heating: each supplies the volume of its year.
import {
  add,
  divide,
  fromScaled,
  multiply,
  roundHalfUp,
  sum,
  type Fraction,
} from '../../money/fraction.ts';
import { formatKopecks } from '../../money/kopecks.ts';
import { formatScaled } from '../../money/scaled.ts';
import { shareOut } from '../../money/share-out.ts';
import { sumBy, sumOf } from '../../money/sums.ts';
import { heatVolume } from '../../regulation/two-component-hot-water/heat-volume.ts';
import { LINE, type ChargeBasis, type ChargePart, type HouseBasis } from '../charge-line.ts';
import type { YearRule } from '../explanation/common-rules.ts';
import { formatExact, formatShown } from '../exact-text.ts';
import type { Difference, StandingCharge } from '../recalculation.ts';
import { shareByAllocators, type Allocated } from './allocated-shares.ts';
import { benefitsOfYear } from './benefits-of-year.ts';
import type { DatedValue } from '../prepared-service.ts';
import type { MonthOfYear, PlaceOfMonth, PriceOfDays } from './month-of-year.ts';

export type YearOfService = {
  readonly year: number;
  /** Why the year is recalculated: the reason code, and the wording in each line. */
  readonly rule: YearRule;
  readonly reason: string;
  /** The final volume of the year, in units of the service's precision; zero or above. */
  readonly volume: bigint;
  /** What the volume follows from, for explanations. */
  readonly basis: Omit<HouseBasis, 'shared' | 'roomsArea'>;
  /** For heating: what heat cost allocators have shown, in thousandths, by account. */
  readonly allocated?: ReadonlyMap<number, bigint>;
  /** The months of the year in which the house has the service, at least one, in order. */
  readonly months: readonly MonthOfYear[];
  /** All standing charges of the service for these months: their own, and what corrections have added. */
  readonly standing: readonly ChargeOfYear[];
};

/** A standing charge and the month of the year that it is for, `YYYY-MM`. */
export type ChargeOfYear = StandingCharge & { readonly month: string };

const HEAT_UNIT = 'Гкал';
const HEAT_PLACES = 6;
const COLUMN_PLACES = 6;

/**
 * Each account bears a part of the year's volume by its area and its months of ownership; the parts sum to the volume, together
 * with what rooms without an account would bear. Each stretch of days with one tariff is rounded once. A closed account is
 * refunded like any other.
 * @returns nonzero lines, with water and heat of two-component hot water separate, and what benefits deduct from each
 */
export function yearLines(year: YearOfService): readonly Difference[] {
  const accounts = accountsOf(year);
  const whole = sumBy(year.months, (month) => month.whole);
  const weights = accounts.map(({ places }) => sumBy(places, (one) => one.weight));
  const held = sumOf(weights);
  const byArea = shareOut(year.volume, [...weights, whole - held]).slice(0, accounts.length);
  const units = accounts.map(({ personalAccountId }) => year.allocated?.get(personalAccountId));
  const allocated = shareByAllocators(byArea, units);
  const volumes = allocated?.volumes ?? byArea;
  return accounts.flatMap((account, index) => {
    const own = {
      ...account,
      volume: volumes[index] ?? 0n,
      ...(allocated && units[index] !== undefined && { by: { ...allocated, own: units[index] } }),
    };
    return [...linesOf(year, own, 'service'), ...linesOf(year, own, 'heat')].toSorted(
      (a, b) => a.line - b.line,
    );
  });
}

type AccountOfYear = {
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly places: readonly PlaceOfMonth[];
  readonly standing: readonly ChargeOfYear[];
};
type AccountShare = AccountOfYear & {
  readonly volume: bigint;
  /** Set if its room has heat cost allocators. */
  readonly by?: Pick<Allocated, 'pool' | 'units'> & { readonly own: bigint };
};

/** Accounts that were open in the year or charged for it, in the order of ids. */
function accountsOf({ months, standing }: YearOfService): readonly AccountOfYear[] {
  const places = Map.groupBy(
    months.flatMap((month) => month.places),
    ({ personalAccountId }) => personalAccountId,
  );
  const stood = Map.groupBy(standing, ({ personalAccountId }) => personalAccountId);
  return [...new Set([...places.keys(), ...stood.keys()])]
    .toSorted((a, b) => a - b)
    .map((personalAccountId) => {
      const own = places.get(personalAccountId) ?? [];
      const charges = stood.get(personalAccountId) ?? [];
      const accountNumber = (own.at(-1) ?? charges.at(-1))?.accountNumber ?? '';
      return { personalAccountId, accountNumber, places: own, standing: charges };
    });
}

/** The lines of a year, and the lines of its months that are subtracted. */
const LINES = {
  service: {
    charge: { line: LINE.year, corrects: LINE.service },
    benefit: { line: LINE.yearBenefit, corrects: LINE.benefit },
    acts: LINE.acts,
  },
  heat: {
    charge: { line: LINE.yearHeat, corrects: LINE.heat },
    benefit: { line: LINE.yearBenefitHeat, corrects: LINE.benefitHeat },
    acts: LINE.actsHeat,
  },
} as const;

function linesOf(
  year: YearOfService,
  account: AccountShare,
  part: keyof typeof LINES,
): readonly Difference[] {
  const [first] = year.months;
  if (first === undefined) throw new Error('a year without a month has nothing to recalculate');
  const { charge, benefit } = LINES[part];
  const uses = usesOf(account, first.precision, part === 'heat');
  const tariffE4 = uses.at(-1)?.tariff.value;
  const places = part === 'heat' ? HEAT_PLACES : first.precision;
  const volumeE6 =
    roundHalfUp(sum(uses.map(({ volume }) => volume)), places) *
    10n ** BigInt(COLUMN_PLACES - places);
  const found = [
    {
      ...charge,
      kopecks: sumBy(uses, ({ kopecks }) => kopecks),
      volumeE6,
      now: uses.length > 0 ? nowOf(year, account, uses, part === 'heat') : undefined,
    },
    { ...benefit, volumeE6: 0n, ...takenOffIn(year, account, uses, part) },
  ];
  return found.flatMap((now) => differenceOf(year, account, part, { ...now, tariffE4 }) ?? []);
}

/** What benefits deduct: from the final charge of the year, as far as acts have left it. */
function takenOffIn(
  { year }: YearOfService,
  { places, standing }: AccountShare,
  uses: readonly Use[],
  part: keyof typeof LINES,
): { readonly kopecks: bigint; readonly now: ChargeBasis | undefined } {
  const prices = places.flatMap((place) => place.prices);
  const due = uses.map(({ from, to, kopecks }) => ({
    kopecks,
    prices: prices.filter((price) => price.from >= from && price.to <= to),
  }));
  const acts = standing
    .filter(({ line }) => line === LINES[part].acts)
    .map(({ month, amountKopecks }) => ({
      kopecks: amountKopecks,
      prices: prices.filter(({ from }) => from.startsWith(month)),
    }));
  const taken = benefitsOfYear([...due, ...acts], {
    ...(part === 'heat' && { component: 'heat' as const, unit: HEAT_UNIT }),
    daysInMonth: daysIn(year),
  });
  return { kopecks: -(taken?.kopecks ?? 0n), now: taken?.basis };
}

type Now = {
  readonly line: number;
  readonly corrects: number;
  readonly kopecks: bigint;
  readonly volumeE6: bigint;
  readonly tariffE4: bigint | undefined;
  /** Undefined for a line that is no longer charged. */
  readonly now: ChargeBasis | undefined;
};

function differenceOf(
  { year, rule, reason, months }: YearOfService,
  { personalAccountId, accountNumber, standing }: AccountShare,
  part: keyof typeof LINES,
  { line, corrects, kopecks, volumeE6, tariffE4, now }: Now,
): Difference | undefined {
  const stood = standing.filter((charge) => charge.line === corrects);
  const bookedKopecks = sumBy(stood, (charge) => charge.amountKopecks);
  const like = tariffE4 ?? stood.at(-1)?.tariffE4;
  if (like === undefined || bookedKopecks === kopecks) return undefined;
  return {
    personalAccountId,
    accountNumber,
    houseServiceId: months[0]?.houseServiceId ?? 0,
    line,
    rateType: 'recalculation',
    consumptionE6: stood.reduce((left, { consumptionE6 }) => left - consumptionE6, volumeE6),
    tariffE4: like,
    amountKopecks: kopecks - bookedKopecks,
    bookedKopecks,
    replayedKopecks: kopecks,
    basis: {
      rule,
      ...(part === 'heat' && { unit: HEAT_UNIT }),
      daysInMonth: daysIn(year),
      parts: [],
      correction: {
        year,
        period: `${year}-12`,
        reason,
        stood: stood.map(({ chargeId, period, amountKopecks }) => ({
          chargeId,
          period,
          amount: formatKopecks(amountKopecks),
        })),
        ...(now !== undefined && { now }),
      },
    },
  };
}

/** Consecutive days at one price, with the account's part of the year's volume for them. */
type Use = PriceOfDays & { readonly volume: Fraction; readonly kopecks: bigint };

function usesOf(
  { places, volume }: AccountShare,
  precision: number,
  isHeat: boolean,
): readonly Use[] {
  const own = fromScaled(volume, precision);
  const months = sum(places.map((place) => place.months));
  const prices = joined(
    places.flatMap((place) => place.prices),
    isHeat ? isSameHeat : isSameTariff,
  );
  return prices.flatMap((price): Use | [] => {
    const water = multiply(own, divide(price.months, months));
    const { heat } = price;
    if (!isHeat) return useOf(price, price.tariff, water);
    return heat === undefined ? [] : useOf(price, heat.tariff, heatVolume(water, heat.norm.value));
  });
}

function useOf(price: PriceOfDays, tariff: PriceOfDays['tariff'], volume: Fraction): Use {
  const cost = multiply(volume, fromScaled(tariff.value, 4));
  return { ...price, tariff, volume, kopecks: roundHalfUp(cost, 2) };
}

/** Consecutive days at one price form one stretch, even across months. */
function joined(
  prices: readonly PriceOfDays[],
  isSame: (a: PriceOfDays, b: PriceOfDays) => boolean,
): readonly PriceOfDays[] {
  const stretches: PriceOfDays[] = [];
  for (const price of prices) {
    const last = stretches.at(-1);
    if (last !== undefined && isSame(last, price) && dayAfter(last.to) === price.from)
      stretches[stretches.length - 1] = {
        ...last,
        to: price.to,
        days: last.days + price.days,
        months: add(last.months, price.months),
      };
    else stretches.push(price);
  }
  return stretches;
}

function isSameTariff(a: PriceOfDays, b: PriceOfDays): boolean {
  return isSameValue(a.tariff, b.tariff);
}

/** The price of the water itself may change while that of its heat does not. */
function isSameHeat({ heat: a }: PriceOfDays, { heat: b }: PriceOfDays): boolean {
  if (a === undefined || b === undefined) return a === b;
  return isSameValue(a.tariff, b.tariff) && isSameValue(a.norm, b.norm);
}

function isSameValue(a: DatedValue, b: DatedValue): boolean {
  return a.value === b.value && a.basis === b.basis;
}

function dayAfter(day: string): string {
  return Temporal.PlainDate.from(day).add({ days: 1 }).toString();
}

function nowOf(
  year: YearOfService,
  { places, volume, by }: AccountShare,
  uses: readonly Use[],
  isHeat: boolean,
): ChargeBasis {
  const { months, basis } = year;
  const { precision = 0, roomsAreaE2 = 0n } = months.at(-1) ?? {};
  return {
    rule: 'year-share',
    ...(isHeat && { component: 'heat', unit: HEAT_UNIT }),
    rounding: 'part-half-up',
    daysInMonth: daysIn(year.year),
    ...places.at(-1)?.area,
    ownVolume: formatScaled(volume, precision),
    months: formatExact(sum(places.map((place) => place.months))),
    ...(by && {
      allocators: {
        own: formatScaled(by.own, 3),
        all: formatScaled(by.units, 3),
        volume: formatScaled(by.pool, precision),
      },
    }),
    house: {
      ...basis,
      shared: formatShown(fromScaled(year.volume, precision)),
      roomsArea: formatScaled(roomsAreaE2, 2),
    },
    parts: uses.map((use) => toPart(use, isHeat)),
  };
}

function toPart(use: Use, isHeat: boolean): ChargePart {
  const { from, to, days, volume, tariff, kopecks, months, heat } = use;
  return {
    from,
    to,
    days,
    volume: formatShown(volume),
    tariff: tariff.text,
    tariffBasis: tariff.basis,
    amount: formatKopecks(kopecks),
    months: formatExact(months),
    ...(isHeat && heat && { heatNorm: heat.norm.text, heatNormBasis: heat.norm.basis }),
  };
}

function daysIn(year: number): number {
  return Temporal.PlainYearMonth.from({ year, month: 1 }).daysInYear;
}
