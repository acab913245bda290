// Compares the recalculation of a random year with the reference, in tests of a few hundred and in runs of many thousands.
import assert from 'node:assert/strict';
import { yearOfCommonNeeds } from '../../regulation/common-house-charge/year-of-common-needs.ts';
import { calculateHouse } from '../calculate-house.ts';
import type { CommonNeedsMonth } from '../common-needs-month.ts';
import type { Difference } from '../recalculation.ts';
import { yearByDay, type HouseMonth } from '../reference/year-by-day.ts';
import { replay } from '../replay.ts';
import { UncomputableError } from '../uncomputable.ts';
import { coversHalf } from '../year/allocated-shares.ts';
import { monthOfYear, type MonthOfYear } from '../year/month-of-year.ts';
import { yearLines, type ChargeOfYear } from '../year/year-lines.ts';
import { randomYear, type RandomYear } from './random-year.ts';
import { randomOf } from './random.ts';

/**
 * Every account ends with the amounts of the reference, both refuse the same years, and a line's basis alone reproduces its
 * amount.
 * @returns the numbers of accounts in the year and of lines booked for it
 * @throws AssertionError naming the seed and the account
 */
export function compareYear(seed: number): {
  readonly accounts: number;
  readonly lines: number;
  readonly isRefused: boolean;
} {
  const year = randomYear(randomOf(seed));
  const expected = yearByDay(year.months, year.houseServiceId);
  const found = linesOf(year);
  const why = `year of seed ${seed}`;
  assert.equal(found === undefined, expected === undefined, `${why}, whether it is refused`);
  const amounts = new Map(
    found?.map((line) => [`${line.personalAccountId}/${line.line}`, line.amountKopecks]),
  );
  assert.deepEqual(amounts, expected ?? new Map(), why);
  for (const { basis, amountKopecks } of found ?? [])
    assert.equal(
      replay(JSON.parse(JSON.stringify(basis)) as typeof basis),
      amountKopecks,
      `${why}, replay`,
    );
  const ids = new Set(
    year.months.flatMap(({ accounts }) => accounts.map((one) => one.personalAccountId)),
  );
  return { accounts: ids.size, lines: amounts.size, isRefused: expected === undefined };
}

/** One month as it was charged, and its contribution to the year. */
type Computed = {
  readonly of: HouseMonth;
  readonly month: MonthOfYear;
  readonly needs: CommonNeedsMonth | undefined;
  readonly standing: readonly ChargeOfYear[];
};

/** As requested by billing; undefined when the year is refused. */
function linesOf({ year, houseServiceId, months }: RandomYear): readonly Difference[] | undefined {
  try {
    const computed = months.flatMap((of): readonly Computed[] => {
      const { lines, commonNeeds } = calculateHouse(of.house, of.accounts);
      const [month] = monthOfYear(of.house, of.accounts, (id) => id === houseServiceId);
      if (month === undefined) return [];
      const period = of.house.month.toString();
      const standing = lines
        .filter((line) => line.houseServiceId === houseServiceId)
        .map(({ basis: { unit }, ...line }): ChargeOfYear =>
          Object.assign(line, { chargeId: 1, period, month: period, unit }),
        );
      const needs = commonNeeds.find((one) => one.houseServiceId === houseServiceId);
      return [{ of, month, needs, standing }];
    });
    const isHeating = months.at(-1)?.house.services.at(-1)?.method === 'heating';
    const allocated = isHeating ? allocatedIn(computed, houseServiceId) : new Map<number, bigint>();
    const volume = isHeating ? heatOf(computed, houseServiceId, allocated) : needsOf(computed);
    if (volume === undefined) return undefined;
    return yearLines({
      year,
      rule: isHeating ? 'heating-year' : 'common-needs-year',
      reason: 'Перерасчёт за год',
      volume,
      basis: {},
      ...(allocated.size > 0 && { allocated }),
      months: computed.map(({ month }) => month),
      standing: computed.flatMap(({ standing }) => standing),
    });
  } catch (error) {
    if (error instanceof UncomputableError) return undefined;
    throw error;
  }
}

function needsOf(computed: readonly Computed[]): bigint | undefined {
  if (!computed.some(({ needs }) => needs?.isMetered ?? true)) return undefined;
  const drawn = computed.map(({ needs }) =>
    needs?.isMetered === false ? needs.sharedE6 : (needs?.drawnE6 ?? null),
  );
  if (drawn.includes(null)) return undefined;
  return yearOfCommonNeeds(drawn.map((one) => one ?? 0n)) / 1_000n;
}

function heatOf(
  computed: readonly Computed[],
  houseServiceId: number,
  allocated: ReadonlyMap<number, bigint>,
): bigint | undefined {
  const last = computed.at(-1);
  if (last === undefined || computed.length < 12) return undefined;
  const { house } = last.of;
  const service = house.services.find((one) => one.houseServiceId === houseServiceId);
  const found = service?.yearVolumes.find(({ year }) => year === house.month.year);
  if (found === undefined) return undefined;
  const having = last.month.places.filter((place) => allocated.has(place.personalAccountId));
  if (allocated.size > 0 && !coversHalf(having, last.month.whole)) return undefined;
  return found.volumeE3 * 1_000n;
}

function allocatedIn(
  computed: readonly Computed[],
  houseServiceId: number,
): ReadonlyMap<number, bigint> {
  const rows = computed
    .flatMap(({ of: { accounts } }) => accounts)
    .flatMap(({ personalAccountId, services }) =>
      services.map((row) => ({ personalAccountId, ...row })),
    )
    .filter((row) => row.houseServiceId === houseServiceId && row.allocatorUnitsE3 !== null);
  const units = new Map<number, bigint>();
  // At most one row per account, repeated in each of its months.
  for (const { personalAccountId, allocatorUnitsE3 } of rows)
    units.set(personalAccountId, allocatorUnitsE3 ?? 0n);
  return units;
}
