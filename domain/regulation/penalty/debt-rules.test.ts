// The moratorium of 2022 frees days for debts due before it, and for no others.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { numberOfDay } from '../../calendar/day-number.ts';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { roundHalfUp } from '../../money/fraction.ts';
import { parseScaled } from '../../money/scaled.ts';
import { debtRuleOn, debtRules } from './debt-rules.ts';
import { deriveEffectiveRates } from './effective-rate.ts';
import keyRates from './key-rates.json' with { type: 'json' };
import { calculatePenalty, type Penalty } from './penalty.ts';

const seeded = deriveEffectiveRates(
  keyRates.rates.map(({ validFrom, validTo, baseCbrRate }) => ({
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
    baseRateE4: parseScaled(baseCbrRate, 4),
  })),
);

function penaltyOf(dueDate: string, targetDate: string, rules = debtRules): Penalty {
  return calculatePenalty({
    debtKopecks: parseKopecks('10000.00'),
    dueDate: parseDay(dueDate),
    targetDate: parseDay(targetDate),
    rateHistory: seeded,
    debtRules: rules,
  });
}

function inRoubles({ penaltyKopecks }: Penalty): string {
  return formatKopecks(roundHalfUp(penaltyKopecks, 0));
}

function inWords({ from, to, rateE4, fraction }: Penalty['segments'][number]): string {
  return `${formatDay(from)} ${formatDay(to)} ${rateE4} ${fraction.numerator}/${fraction.denominator}`;
}

test('10,000.00 due 2021-12-10 counted to 2022-12-31 costs 856.79, and 2,124.87 without the moratorium', () => {
  const penalty = penaltyOf('2021-12-10', '2022-12-31');
  assert.equal(inRoubles(penalty), '856.79');
  assert.equal(inRoubles(penaltyOf('2021-12-10', '2022-12-31', [])), '2124.87');
  const segments = penalty.segments.map(inWords);
  assert.ok(segments.includes('2022-04-01 2022-10-01 0 1/130'), segments.join('\n'));
});

const debts = [
  { due: '2022-03-31', to: '2022-10-01', costs: '0.00', why: 'due on the last day before' },
  // From 2022-10-02 on, the 185th day of delay, each day costs 7.5 % / 130 of 10,000.00.
  { due: '2022-03-31', to: '2022-10-02', costs: '5.77', why: 'the first day after it' },
  // Days 31 to 90, 2022-05-02 to 06-30, at 9.5 % / 300: 60 × 3.1666…; 2022-07-01 at 1/130: 7.3076….
  { due: '2022-04-01', to: '2022-07-01', costs: '197.31', why: 'due within it' },
];
for (const { due, to, costs, why } of debts)
  test(`10,000.00 due ${due} costs ${costs} by ${to}: ${why}`, () =>
    assert.equal(inRoubles(penaltyOf(due, to)), costs));

test('the moratorium also applies with the rate of the day of payment', () => {
  const penalty = calculatePenalty({
    debtKopecks: parseKopecks('10000.00'),
    dueDate: parseDay('2022-03-31'),
    targetDate: parseDay('2022-10-03'),
    rateHistory: seeded,
    method: 'payment-day',
    debtRules,
  });
  // Two days at 7.5 % / 130.
  assert.equal(inRoubles(penalty), '11.54');
});

test('the rule that frees a day is found by the day and the due date', () => {
  const ruleOn = (day: string, due: string) =>
    debtRuleOn(numberOfDay(parseDay(day)), numberOfDay(parseDay(due)))?.description ?? null;
  assert.match(ruleOn('2022-04-01', '2022-03-31') ?? '', /Decree 497/);
  assert.equal(ruleOn('2022-04-01', '2022-04-01'), null);
  assert.equal(ruleOn('2022-10-02', '2022-03-31'), null);
});
