// The yearly correction of evenly charged heating: the published figure, two owners, and the explanation.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKopecks } from '../../money/kopecks.ts';
import { calculateHouse } from '../calculate-house.ts';
import { stepsOf } from '../explanation/charge-steps.ts';
import type { AccountFacts } from '../house-facts.ts';
import type { Difference } from '../recalculation.ts';
import { replay } from '../replay.ts';
import { account, day, house, service, tariff } from '../testing/facts.ts';
import { monthOfYear } from './month-of-year.ts';
import { yearLines, type ChargeOfYear } from './year-lines.ts';

const YEAR = 2025;
const HEATING = service(1, 'heating', 'heating', {
  heatingMode: 'even-by-meter',
  yearVolumes: [{ year: 2024, volumeE3: 1_140_000n, by: 'meters' }],
  precision: 6,
  tariffs: [tariff('2000')],
});

/** @param volume millionths of a gigacalorie that the house used in the year */
function corrected(volume: bigint, ...accounts: readonly AccountFacts[]): readonly Difference[] {
  return correctedBy(volume, undefined, accounts);
}

/** @param allocated thousandths shown by the allocators, by account */
function correctedBy(
  volume: bigint,
  allocated: ReadonlyMap<number, bigint> | undefined,
  accounts: readonly AccountFacts[],
): readonly Difference[] {
  const all = Array.from({ length: 12 }, (_, index) => {
    const month = Temporal.PlainYearMonth.from({ year: YEAR, month: index + 1 });
    const facts = house([HEATING], { month, roomsAreaE2: 1_000_000n });
    const [first, last] = [1, month.daysInMonth].map((number) =>
      month.toPlainDate({ day: number }),
    );
    const open = accounts.filter(
      ({ openedOn, closedOn }) =>
        Temporal.PlainDate.compare(openedOn, last ?? openedOn) <= 0 &&
        (closedOn === null || Temporal.PlainDate.compare(closedOn, first ?? closedOn) >= 0),
    );
    const standing = calculateHouse(facts, open).lines.map(
      ({ basis: { unit }, ...line }): ChargeOfYear => {
        const period = month.toString();
        return Object.assign(line, { chargeId: index + 1, period, month: period, unit });
      },
    );
    return { months: monthOfYear(facts, open, (id) => id === 1), standing };
  });
  return yearLines({
    year: YEAR,
    rule: 'heating-year',
    reason: 'Корректировка за год',
    volume,
    basis: {},
    ...(allocated && { allocated }),
    months: all.flatMap(({ months }) => months),
    standing: all.flatMap(({ standing }) => standing),
  });
}

const amountsOf = (lines: readonly Difference[]): readonly string[] =>
  lines.map(
    ({ personalAccountId, line, amountKopecks }) =>
      `${personalAccountId}/${line} ${formatKopecks(amountKopecks)}`,
  );

test('1200 Gcal × 50/10000 × 2000 = 12000.00, charged 11400.00: +600.00', () => {
  const [line] = corrected(1_200_000_000n, account(1));
  assert.deepEqual(
    [line?.bookedKopecks, line?.replayedKopecks, line?.amountKopecks],
    [1_140_000n, 1_200_000n, 60_000n],
  );
  assert.equal(line && replay(line.basis), 60_000n);
});

test('a milder year is refunded: 1080 Gcal, −600.00; an equal one changes nothing', () => {
  assert.deepEqual(amountsOf(corrected(1_080_000_000n, account(1))), ['1/9 -600.00']);
  assert.deepEqual(corrected(1_140_000_000n, account(1)), []);
});

test('two owners share it by months of ownership', () => {
  const former = account(1, { closedOn: day('2025-03-31') });
  const next = account(2, { openedOn: day('2025-04-01') });
  assert.deepEqual(amountsOf(corrected(1_200_000_000n, former, next)), [
    '1/9 150.00',
    '2/9 450.00',
  ]);
});

test('the correction is explained in both languages, with its article', () => {
  const [line] = corrected(1_200_000_000n, account(1));
  assert.ok(line);
  const steps = stepsOf(line.basis, { unit: 'Гкал', names: new Map() });
  assert.match(steps[0]?.ru ?? '', /Корректировка платы за отопление за год/);
  assert.match(steps[0]?.article?.en ?? '', /formula 3\(4\)/);
  assert.match(steps.map(({ en }) => en).join(' '), /For the whole house: 1,?200/);
});

test('rooms with heat cost allocators share their volume by allocator units, the others keep theirs', () => {
  const units = new Map([
    [1, 3_000n],
    [2, 1_000n],
  ]);
  const lines = correctedBy(1_200_000_000n, units, [account(1), account(2), account(3)]);
  // 6 Gcal each; 12 by 3 and 1: 9 and 3.
  assert.deepEqual(amountsOf(lines), ['1/9 6600.00', '2/9 -5400.00', '3/9 600.00']);
  const [line] = lines;
  assert.ok(line);
  assert.equal(replay(line.basis), 660_000n);
  const steps = stepsOf(line.basis, { unit: 'Гкал', names: new Map() });
  assert.match(steps.map(({ ru }) => ru).join(' '), /по долям распределителей 3 \/ 4, на счёт 9/);
  assert.ok(steps.some(({ article }) => article?.en.includes('formula 6')));
});
