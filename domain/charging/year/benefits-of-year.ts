// What benefits deduct from a year: their part of its final charge, month by month by the rule for a month's charge.
import { sum, type Fraction } from '../../money/fraction.ts';
import { formatKopecks, type Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import { toldAmounts } from '../benefits-basis.ts';
import type { BenefitBasis, BenefitPart, ChargeBasis } from '../charge-line.ts';
import { formatExact } from '../exact-text.ts';
import type { BenefitOfDays, Living, PriceOfDays } from './month-of-year.ts';

/** An amount, negative for what acts took back, and the days over whose months it is spread evenly. */
export type OnDays = { readonly kopecks: Kopecks; readonly prices: readonly PriceOfDays[] };

/**
 * @param charged the final charge of the year, and what acts have taken back in its months
 * @param grounds days of the year, and for the heat in hot water its component and unit
 * @returns undefined if nobody is entitled
 * Source: Housing Code, art. 160; practice: a benefit is a share of the final charge.
 */
export function benefitsOfYear(
  charged: readonly OnDays[],
  grounds: Pick<ChargeBasis, 'component' | 'unit' | 'daysInMonth'>,
): { readonly basis: ChargeBasis; readonly kopecks: Kopecks } | undefined {
  const benefits = toldOf(charged);
  if (benefits.length === 0) return undefined;
  const charge = formatKopecks(sumBy(charged, ({ kopecks }) => kopecks));
  const basis: ChargeBasis = {
    rule: 'benefit',
    ...grounds,
    parts: [],
    benefits: { charge, benefits },
  };
  const { total, told } = toldAmounts(basis);
  return { basis: { ...basis, benefits: { charge, benefits: told } }, kopecks: total };
}

/** Each benefit with its parts, in the order of their days. */
function toldOf(charged: readonly OnDays[]): readonly BenefitBasis[] {
  const told = new Map<string, BenefitBasis>();
  for (const { kopecks, prices } of charged) {
    const charge = formatKopecks(kopecks);
    const ofMonths = formatExact(sum(prices.map(({ months }) => months)));
    for (const [key, { benefit, runs }] of runsOf(prices)) {
      const known = told.get(key) ?? { ...benefit, amount: '0.00', parts: [] };
      const parts = runs.map(({ from, to, days, months, living }): BenefitPart => {
        const run = { from, to, days, charge, months: formatExact(sum(months)), ofMonths };
        return Object.assign(run, living);
      });
      told.set(key, { ...known, parts: [...known.parts, ...parts] });
    }
  }
  return [...told.values()];
}

/** Consecutive days with the same residents, on the same area. */
type Run = Pick<PriceOfDays, 'from' | 'to' | 'days'> & {
  readonly months: readonly Fraction[];
  readonly living: Living;
};
type Entitled = {
  readonly benefit: Omit<BenefitOfDays, 'living'>;
  readonly runs: readonly Run[];
};

function runsOf(prices: readonly PriceOfDays[]): ReadonlyMap<string, Entitled> {
  const found = new Map<string, Entitled>();
  for (const { from, to, days, months, benefits = [] } of prices)
    for (const { living, ...benefit } of benefits) {
      const key = JSON.stringify(benefit);
      const runs = found.get(key)?.runs ?? [];
      const run = { from, to, days, months: [months], living };
      found.set(key, { benefit, runs: joined(runs, run) });
    }
  return found;
}

/** Days that immediately follow the last run extend it. */
function joined(runs: readonly Run[], next: Run): readonly Run[] {
  const last = runs.at(-1);
  const dayAfter = last && Temporal.PlainDate.from(last.to).add({ days: 1 }).toString();
  if (last === undefined || dayAfter !== next.from || !isSame(last.living, next.living))
    return [...runs, next];
  const whole = {
    ...last,
    to: next.to,
    days: last.days + next.days,
    months: [...last.months, ...next.months],
  };
  return [...runs.slice(0, -1), whole];
}

function isSame(one: Living, other: Living): boolean {
  return (
    one.residents === other.residents &&
    one.area === other.area &&
    one.countedArea === other.countedArea
  );
}
