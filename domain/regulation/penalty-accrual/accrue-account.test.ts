import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { firstDayOf, parseBillingMonth } from '../../calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '../../calendar/day-number.ts';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { formatKopecks, parseKopecks } from '../../money/kopecks.ts';
import { roundHalfUp } from '../../money/fraction.ts';
import { amountOf } from '../penalty/penalty-lines.ts';
import { RateNotFoundError } from '../penalty/penalty-rate.ts';
import { tabulateRates } from '../penalty/rate-table.ts';
import { accrualTerms } from './accrual-terms.ts';
import type { AccruedDebt } from './accrue-account.ts';
import { accrueAccount, listCostingLines, NOTHING_BOOKED } from './accrue-account.ts';
import type { ChargedMonth } from './month-kinds.ts';
import { bookedAfter } from './testing/booked-after.ts';

function day(text: string): number {
  return numberOfDay(parseDay(text));
}

/** Payments are [day, roubles]. */
function charged(
  month: string,
  utilities: string,
  paid: readonly (readonly [string, string])[] = [],
  majorRepairs = '0',
): ChargedMonth {
  return {
    month: numberOfDay(firstDayOf(parseBillingMonth(month))),
    utilitiesKopecks: parseKopecks(utilities),
    majorRepairsKopecks: parseKopecks(majorRepairs),
    payments: paid.map(([paidOn, amount]) => ({
      paidOn: day(paidOn),
      amountKopecks: parseKopecks(amount),
    })),
  };
}

const settledFrom = { validFrom: parseDay('2000-01-01'), validTo: null };

/** At 39 % a debt of 1000.00 costs 1.30 a day at 1/300 and 3.00 a day at 1/130. */
const at39 = tabulateRates([{ ...settledFrom, effectiveRateE4: 39_0000n }]);
const terms = accrualTerms(at39, { house: [], organization: [] });

function accrue(months: readonly ChargedMonth[], targetOn: string, booked = NOTHING_BOOKED) {
  return accrueAccount(months, booked, terms, day(targetOn));
}

function inWords({ month, kind, penaltyKopecks, amountKopecks }: AccruedDebt): string {
  const amounts = `${formatKopecks(amountKopecks)} of ${formatKopecks(penaltyKopecks)}`;
  return `${formatDay(dayOfNumber(month)).slice(0, 7)} ${kind} ${amounts}`;
}

// The charges of 2025-01 are due on 2025-02-10, so day 31 is 2025-03-13; those of 2025-02 on
// 2025-03-10, so day 31 is 2025-04-10.
const histories: readonly {
  months: readonly ChargedMonth[];
  by: string;
  accrued: readonly string[];
  why: string;
}[] = [
  {
    months: [charged('2025-01', '1000')],
    by: '2025-03-12',
    accrued: [],
    why: 'day 30 is free',
  },
  {
    months: [charged('2025-01', '1000'), charged('2025-02', '1000')],
    by: '2025-04-11',
    accrued: ['2025-01 utilities 39.00 of 39.00', '2025-02 utilities 2.60 of 2.60'],
    why: 'each month counts its own days: 30 × 1.30 and 2 × 1.30',
  },
  {
    months: [charged('2025-01', '1000', [['2025-03-22', '600']])],
    by: '2025-04-01',
    accrued: ['2025-01 utilities 18.20 of 18.20'],
    why: '10 × 1.30 up to the day of payment, then 10 × 0.52',
  },
  {
    months: [charged('2025-01', '1000', [['2025-02-10', '1000']])],
    by: '2025-12-31',
    accrued: [],
    why: 'paid in time',
  },
  {
    months: [charged('2025-01', '1000', [], '1000')],
    by: '2025-05-21',
    accrued: ['2025-01 utilities 108.00 of 108.00', '2025-01 major-repairs 91.00 of 91.00'],
    why: 'by day 100 utilities reach 1/130, contributions never do',
  },
  {
    months: [charged('2025-01', '-5')],
    by: '2025-12-31',
    accrued: [],
    why: 'nobody owes what was given back',
  },
  {
    months: [charged('2015-11', '1000')],
    by: '2025-12-31',
    accrued: [],
    why: 'what was overdue in 2015 is not counted by these scales',
  },
];

describe('an account', () => {
  for (const { months, by, accrued, why } of histories) {
    test(`accrues [${accrued.join('; ')}] by ${by}: ${why}`, () => {
      assert.deepEqual(accrue(months, by).map(inWords), accrued);
    });
  }

  test('accrues only what is not booked yet', () => {
    const months = [charged('2025-01', '1000')];
    const first = accrue(months, '2025-03-22');
    const booked = bookedAfter(NOTHING_BOOKED, first);
    assert.deepEqual(accrue(months, '2025-03-22', booked), []);
    assert.deepEqual(accrue(months, '2025-03-23', booked).map(inWords), [
      '2025-01 utilities 1.30 of 14.30',
    ]);
  });

  test('refunds penalties that a payment booked late or a storno shows to be too high', () => {
    const booked = bookedAfter(NOTHING_BOOKED, accrue([charged('2025-01', '1000')], '2025-04-01'));
    const paidEarlier = [charged('2025-01', '1000', [['2025-03-22', '600']])];
    assert.deepEqual(accrue(paidEarlier, '2025-04-01', booked).map(inWords), [
      '2025-01 utilities -7.80 of 18.20',
    ]);
    assert.deepEqual(accrue([], '2025-04-01', booked).map(inWords), [
      '2025-01 utilities -26.00 of 0.00',
    ]);
  });

  test('has a breakdown without the free days', () => {
    const months = [charged('2025-01', '1000', [['2025-03-22', '600']])];
    const [debt] = accrue(months, '2025-04-01');
    assert.ok(debt);
    assert.deepEqual(
      listCostingLines(debt, day('2025-04-01')).map((line) => [
        formatDay(dayOfNumber(line.from)),
        formatDay(dayOfNumber(line.to)),
        formatKopecks(line.debtKopecks),
        line.rateE4,
        `${line.fraction.numerator}/${line.fraction.denominator}`,
        formatKopecks(roundHalfUp(amountOf(line), 0)),
      ]),
      [
        ['2025-03-13', '2025-03-22', '1000.00', 39_0000, '1/300', '13.00'],
        ['2025-03-23', '2025-04-01', '400.00', 39_0000, '1/300', '5.20'],
      ],
    );
  });

  // Day 31 is 2025-03-13; at 39 % a day costs 1.30 on 1000.00.
  test('accrues nothing on the days of a plan, which still count as days of delay', () => {
    const paused = [{ from: day('2025-03-23'), to: day('2025-05-11') }];
    const months = [{ ...charged('2025-01', '1000'), paused }];
    assert.deepEqual(accrue(months, '2025-03-22').map(inWords), [
      '2025-01 utilities 13.00 of 13.00',
    ]);
    assert.deepEqual(accrue(months, '2025-05-11').map(inWords), [
      '2025-01 utilities 13.00 of 13.00',
    ]);
    // Day 91 is 2025-05-12: 3.00 a day.
    const [debt] = accrue(months, '2025-05-14');
    assert.ok(debt);
    assert.equal(formatKopecks(debt.penaltyKopecks), '22.00');
    assert.deepEqual(
      listCostingLines(debt, day('2025-05-14')).map(({ from, to, rateE4, isPaused }) => [
        formatDay(dayOfNumber(from)),
        formatDay(dayOfNumber(to)),
        rateE4,
        isPaused ?? false,
      ]),
      [
        ['2025-03-13', '2025-03-22', 39_0000, false],
        ['2025-03-23', '2025-05-11', 0, true],
        ['2025-05-12', '2025-05-14', 39_0000, false],
      ],
    );
  });

  test('names the day whose rate is missing', () => {
    const gap = tabulateRates([
      { ...settledFrom, validTo: parseDay('2025-03-15'), effectiveRateE4: 39_0000n },
    ]);
    const without = accrualTerms(gap, { house: [], organization: [] });
    assert.throws(
      () => accrueAccount([charged('2025-01', '1')], NOTHING_BOOKED, without, day('2025-04-01')),
      (error) => error instanceof RateNotFoundError && formatDay(error.day) === '2025-03-16',
    );
  });
});
