// Penalties over HTTP: the published cases, rates from the reference and from a request, and what cannot be calculated.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { CalculatedPenalty, calculatePenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { fromScaled, roundHalfUp } from '@kvartplata/domain/money/fraction.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import cases from '@kvartplata/domain/regulation/penalty/penalty-cases.json' with { type: 'json' };
import { Check } from 'typebox/value';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const PLACES = 12;

let billing: TestApp;

before(async () => {
  billing = await createTestApp();
});
after(async () => billing.close());

async function calculate(body: object): Promise<CalculatedPenalty> {
  const { body: penalty } = await billing.ask(1, calculatePenalty, { body });
  assert.ok(Check(CalculatedPenalty, penalty));
  return penalty;
}

function rounded(exact: bigint): string {
  return formatKopecks(roundHalfUp(fromScaled(exact, PLACES), 2));
}

function inKopecks({ penalty }: CalculatedPenalty): string {
  return rounded(parseScaled(penalty, PLACES));
}

type PenaltyCase = (typeof cases)[number];

/** One rate for all days except those of the moratoria. */
function historyOf({ ratePercent, moratoria }: PenaltyCase): readonly object[] {
  const stretches: object[] = [];
  let from: string = '1992-01-01';
  for (const [first = '', last = ''] of moratoria) {
    const dayBefore = formatDay(parseDay(first).subtract({ days: 1 }));
    stretches.push({ validFrom: from, validTo: dayBefore, effectiveRate: ratePercent });
    stretches.push({ validFrom: first, validTo: last, effectiveRate: '0' });
    from = formatDay(parseDay(last).add({ days: 1 }));
  }
  return [...stretches, { validFrom: from, validTo: null, effectiveRate: ratePercent }];
}

describe('the published cases', () => {
  for (const one of cases) {
    test(`come out to the kopeck: ${one.id} is ${one.publishedPenalty}`, async () => {
      const { debt, dueDate, targetDate, payments, overdueDays } = one;
      const rateHistory = historyOf(one);
      // A debt paid in parts is the sum of its parts, each up to its own day of payment.
      const paid = payments.map(([targetOn = '', amount]) => ({
        debtAmount: String(amount),
        targetDate: targetOn,
      }));
      const rest = payments.reduce((left, [, amount]) => left - Number(amount), Number(debt));
      let sum = 0n;
      for (const part of [{ debtAmount: String(rest), targetDate }, ...paid]) {
        const answer = await calculate({ ...part, dueDate, rateHistory });
        sum += parseScaled(answer.penalty, PLACES);
        if (part.targetDate === targetDate) assert.equal(answer.days, overdueDays);
      }
      assert.equal(rounded(sum), one.publishedPenalty);
      assert.equal(formatScaled(roundHalfUp(fromScaled(sum, PLACES), 6), 6), one.exact);
    });
  }
});

/** At 39 % a debt of 1000.00 costs 1.30 a day at 1/300 and 3.00 a day at 1/130. */
const AT_39 = [{ validFrom: '2020-01-01', effectiveRate: '39' }];
const DEBT = { debtAmount: '1000', dueDate: '2025-01-10', rateHistory: AT_39 };

const scenarios = [
  { target: '2025-01-09', penalty: '0.00', days: 0, why: 'not due yet' },
  { target: '2025-01-10', penalty: '0.00', days: 0, why: 'paid in time' },
  { target: '2025-02-09', penalty: '0.00', days: 30, why: 'day 30 is free' },
  { target: '2025-02-10', penalty: '1.30', days: 31, why: 'day 31 costs 1/300' },
  { target: '2025-04-10', penalty: '78.00', days: 90, why: 'day 90 costs 1/300' },
  { target: '2025-04-11', penalty: '81.00', days: 91, why: 'day 91 costs 1/130' },
];

describe('a penalty', () => {
  for (const { target, penalty, days, why } of scenarios) {
    test(`is ${penalty} by ${target}: ${why}`, async () => {
      const answer = await calculate({ ...DEBT, targetDate: target });
      assert.deepEqual([inKopecks(answer), answer.days], [penalty, days]);
    });
  }

  test('has its segments, unrounded, and the method used', async () => {
    const answer = await calculate({ ...DEBT, debtAmount: 1000.1, targetDate: '2025-04-12' });
    assert.deepEqual(answer, {
      penalty: '84.008400000000',
      days: 92,
      segments: [
        {
          from: '2025-01-11',
          to: '2025-02-09',
          days: 30,
          rate: '39.0000',
          fraction: '0',
          amount: '0.000000000000',
          basis: { ru: 'Ставка из запроса', en: 'Rate of the request' },
        },
        {
          from: '2025-02-10',
          to: '2025-04-10',
          days: 60,
          rate: '39.0000',
          fraction: '1/300',
          amount: '78.007800000000',
          basis: { ru: 'Ставка из запроса', en: 'Rate of the request' },
        },
        {
          from: '2025-04-11',
          to: '2025-04-12',
          days: 2,
          rate: '39.0000',
          fraction: '1/130',
          amount: '6.000600000000',
          basis: { ru: 'Ставка из запроса', en: 'Rate of the request' },
        },
      ],
      method: 'daily',
      kind: 'utilities',
      remarks: [],
    });
  });

  test('on a debt due before the moratorium of 2022 is zero on its days, by the stored rates only', async () => {
    const debt = { debtAmount: '10000.00', dueDate: '2021-12-10', targetDate: '2022-12-31' };
    const answer = await calculate(debt);
    assert.equal(inKopecks(answer), '856.79');
    const free = answer.segments.find(({ from }) => from === '2022-04-01');
    assert.deepEqual(
      [free?.to, free?.rate, free?.amount],
      ['2022-10-01', '0.0000', '0.000000000000'],
    );
    assert.match(free?.basis.ru ?? '', /постановление № 497/);
    const within = await calculate({ ...debt, dueDate: '2022-04-11', targetDate: '2022-09-30' });
    assert.notEqual(inKopecks(within), '0.00');
    const rateHistory = [{ validFrom: '2021-01-01', effectiveRate: 9.5 }];
    const given = await calculate({ ...debt, rateHistory });
    assert.ok(given.segments.every(({ rate }) => rate === '9.5000'));
  });

  test('past the last known day of the cap uses the key rate, and says from which day on', async () => {
    const autumn = { debtAmount: '1000.00', dueDate: '2026-10-15' };
    const known = await calculate({ ...autumn, targetDate: '2026-12-31' });
    assert.deepEqual(known.remarks, []);
    const answer = await calculate({ ...autumn, targetDate: '2027-03-15' });
    assert.equal(inKopecks(answer), '86.64');
    assert.deepEqual(
      answer.remarks.map(({ code, from }) => [code, from]),
      [['law-not-known', '2027-01-01']],
    );
    const capped = [{ validFrom: '2026-01-01', effectiveRate: 9.5 }];
    const prolonged = { ...autumn, targetDate: '2027-03-15', rateHistory: capped };
    assert.equal(inKopecks(await calculate(prolonged)), '63.58');
  });

  test('uses each day’s own rate, in whatever order the rates are given', async () => {
    const rateHistory = [
      { validFrom: '2025-02-20', validTo: null, effectiveRate: '19.5' },
      { validFrom: '2020-01-01', validTo: '2025-02-19', effectiveRate: 39 },
    ];
    const answer = await calculate({ ...DEBT, rateHistory, targetDate: '2025-03-01' });
    assert.equal(inKopecks(answer), '19.50');
  });

  test('uses the rate of the target day for all days if requested', async () => {
    const rateHistory = [
      { validFrom: '2020-01-01', validTo: '2025-02-19', effectiveRate: '39' },
      { validFrom: '2025-02-20', effectiveRate: '19.5' },
    ];
    const terms = { ...DEBT, rateHistory, targetDate: '2025-03-01', method: 'payment-day' };
    const answer = await calculate(terms);
    assert.deepEqual([inKopecks(answer), answer.method], ['13.00', 'payment-day']);
    assert.deepEqual(new Set(answer.segments.map(({ rate }) => rate)), new Set(['19.5000']));
  });

  test('for major repairs stays at 1/300: 70 × 1.30 by day 100', async () => {
    const answer = await calculate({ ...DEBT, targetDate: '2025-04-20', kind: 'major-repairs' });
    assert.deepEqual([inKopecks(answer), answer.kind], ['91.00', 'major-repairs']);
    assert.ok(answer.segments.every(({ fraction }) => fraction !== '1/130'));
  });

  test('on no debt is zero, whatever the rates', async () => {
    const answer = await calculate({
      ...DEBT,
      debtAmount: '0',
      targetDate: '2025-04-20',
      rateHistory: [],
    });
    assert.deepEqual([answer.penalty, answer.days, answer.segments], ['0.000000000000', 100, []]);
  });

  test('uses the stored rates if none are given, with moratorium and cap', async () => {
    const moratorium = await calculate({
      debtAmount: '10000.00',
      dueDate: '2020-02-10',
      targetDate: '2021-01-31',
    });
    assert.equal(inKopecks(moratorium), '151.35');
    const capped = await calculate({
      debtAmount: '10000.00',
      dueDate: '2023-07-10',
      targetDate: '2023-11-30',
    });
    assert.equal(inKopecks(capped), '575.64');
    assert.deepEqual(
      capped.segments.map(({ rate, days }) => [rate, days]),
      [
        ['7.5000', 13],
        ['8.5000', 17],
        ['8.5000', 5],
        ['9.5000', 55],
        ['9.5000', 53],
      ],
    );
  });

  test('rounded to kopecks from its text equals the rounded exact sum', async () => {
    // 1.30 × 0.05 a day: the half kopeck itself is exact.
    const half = await calculate({ ...DEBT, debtAmount: '50', targetDate: '2025-02-10' });
    assert.deepEqual([half.penalty, inKopecks(half)], ['0.065000000000', '0.07']);
  });
});

describe('a day without a rate', () => {
  test('is a 422 that names it', async () => {
    const gap = [
      { validFrom: '2020-01-01', validTo: '2025-02-28', effectiveRate: '39' },
      { validFrom: '2025-03-02', effectiveRate: '39' },
    ];
    for (const { rateHistory, day } of [
      { rateHistory: gap, day: '2025-03-01' },
      { rateHistory: [], day: '2025-01-11' },
    ]) {
      const body = { ...DEBT, rateHistory, targetDate: '2025-04-20' };
      const response = await billing.ask(1, calculatePenalty, { body });
      const { code, detail } = response.problem;
      assert.deepEqual([response.status, code], [422, 'rate-missing']);
      assert.ok(detail?.includes(day), response.text);
    }
  });

  test('is a 422 in the stored rates, too', async () => {
    const body = { debtAmount: '1', dueDate: '2010-01-10', targetDate: '2014-01-10' };
    const response = await billing.ask(1, calculatePenalty, { body });
    assert.equal(response.status, 422);
    assert.match(response.problem.detail ?? '', /2010-01-11/);
  });

  test('is an error even if it costs nothing, but not if nothing is overdue or owed', async () => {
    const body = { ...DEBT, rateHistory: [], targetDate: '2025-02-09' };
    assert.equal((await billing.ask(1, calculatePenalty, { body })).status, 422);
    const inTime = await calculate({ ...body, targetDate: DEBT.dueDate });
    const ofNothing = await calculate({ ...body, debtAmount: '0' });
    assert.deepEqual([inTime, ofNothing].map(inKopecks), ['0.00', '0.00']);
  });
});

const rate = { validFrom: '2020-01-01', effectiveRate: '39' };
const refused: readonly { readonly body: object; readonly path: string; readonly why: string }[] = [
  { body: { debtAmount: undefined }, path: '/debtAmount', why: 'no debt' },
  { body: { debtAmount: '-0.01' }, path: '/debtAmount', why: 'an advance' },
  { body: { debtAmount: '1000.001' }, path: '/debtAmount', why: 'parts of a kopeck' },
  { body: { debtAmount: '1000000000000' }, path: '/debtAmount', why: 'more than any house owes' },
  { body: { debtAmount: null }, path: '/debtAmount', why: 'null' },
  { body: { dueDate: '2025-02-30' }, path: '/dueDate', why: 'no day of the calendar' },
  { body: { dueDate: '10.01.2025' }, path: '/dueDate', why: 'a day in another form' },
  { body: { targetDate: undefined }, path: '/targetDate', why: 'no target' },
  { body: { targetDate: '2125-01-12' }, path: '/targetDate', why: 'more than a century' },
  { body: { method: 'monthly' }, path: '/method', why: 'no such reading' },
  { body: { kind: 'gas' }, path: '/kind', why: 'no such scale' },
  { body: { colour: 'red' }, path: '/colour', why: 'an unknown field' },
  { body: { rateHistory: null }, path: '/rateHistory', why: 'null for a list' },
  { body: { rateHistory: [rate, rate] }, path: '/rateHistory/1', why: 'the same days twice' },
  {
    body: { rateHistory: [{ ...rate, validFrom: '2021-01-01' }, rate] },
    path: '/rateHistory/0',
    why: 'two open rates',
  },
  {
    body: { rateHistory: [{ ...rate, validTo: '2019-12-31' }] },
    path: '/rateHistory/0/validTo',
    why: 'an end before the beginning',
  },
  {
    body: { rateHistory: [{ ...rate, effectiveRate: '100.5' }] },
    path: '/rateHistory/0/effectiveRate',
    why: 'a rate above 100',
  },
  {
    body: { rateHistory: [{ ...rate, baseCbrRate: '1' }] },
    path: '/rateHistory/0/baseCbrRate',
    why: 'an unknown field of a rate',
  },
  {
    body: { rateHistory: Array.from({ length: 501 }, () => rate) },
    path: '/rateHistory',
    why: 'more rates than there were ever',
  },
];

describe('a calculation', () => {
  for (const { body, path, why } of refused) {
    test(`is a 400 that names ${path}: ${why}`, async () => {
      const response = await billing.ask(1, calculatePenalty, {
        body: { ...DEBT, targetDate: '2025-04-20', ...body },
      });
      assert.equal(response.status, 400, response.text);
      const paths = response.problem.errors?.map((error) => error.path);
      assert.ok(paths?.includes(path), JSON.stringify(paths));
    });
  }

  test('over exactly a century is accepted', async () => {
    const answer = await calculate({ ...DEBT, targetDate: '2125-01-11' });
    assert.equal(answer.days, 36_525);
  });

  test('without signing in is a 401', async () => {
    const body = { ...DEBT, targetDate: '2025-04-20' };
    assert.equal((await billing.ask('nobody', calculatePenalty, { body })).status, 401);
    assert.equal((await billing.ask('admin', calculatePenalty, { body })).status, 200);
  });
});
