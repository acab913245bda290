import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { numberOfDay } from '../../calendar/day-number.ts';
import { parseDay } from '../../calendar/day.ts';
import { formatKopecks, parseKopecks, type Kopecks } from '../../money/kopecks.ts';
import { sumBy } from '../../money/sums.ts';
import { partInMonth } from './part-in-month.ts';
import { progressOf, type InstalmentPlan, type PrincipalBooks } from './plan-progress.ts';
import { interestOfMonth, scheduleOf } from './schedule.ts';

function day(text: string): number {
  return numberOfDay(parseDay(text));
}

const MONTHS = Array.from({ length: 14 }, (_, nth) =>
  Temporal.PlainYearMonth.from('2026-08').add({ months: nth }),
);

/** The last day of a month, counted from August 2026. */
function lastDay(nth: number): number {
  return day(MONTHS[nth]!.toPlainDate({ day: MONTHS[nth]!.daysInMonth }).toString());
}

function dueOn(nth: number): number {
  return day(MONTHS[nth]!.add({ months: 1 }).toPlainDate({ day: 15 }).toString());
}

function firstDay(nth: number): number {
  return day(MONTHS[nth]!.toPlainDate({ day: 1 }).toString());
}

/** 12000.00 for January, paid over twelve months from August. */
const terms = { amountKopecks: parseKopecks('12000.00'), months: 12, interestE4: 17_0000n };
const plan: InstalmentPlan = {
  covers: [day('2026-01-01')],
  startsOn: day('2026-08-03'),
  amountKopecks: terms.amountKopecks,
  besideKopecks: 0n,
  besideChargedKopecks: 0n,
  parts: scheduleOf(terms).map(({ principalKopecks }, nth) => ({
    principalKopecks,
    dueOn: dueOn(nth),
  })),
  cancelledOn: null,
};
const JANUARY = {
  month: day('2026-01-01'),
  dueOn: day('2026-02-10'),
  amountKopecks: terms.amountKopecks,
};

/** 100.00 a month, and the interest as agreed, up to a month. */
function booksOf(
  upTo: number,
  paid: readonly (readonly [paidOn: string, amount: string])[],
): PrincipalBooks {
  const parts = scheduleOf(terms).slice(0, upTo + 1);
  return {
    charged: [
      JANUARY,
      ...parts.map(({ interestKopecks }, nth) => ({
        month: firstDay(nth),
        dueOn: dueOn(nth),
        amountKopecks: parseKopecks('100.00') + interestKopecks,
      })),
    ],
    money: paid.map(([paidOn, amount]) => ({
      paidOn: day(paidOn),
      amountKopecks: parseKopecks(amount),
    })),
  };
}

const cases: readonly {
  why: string;
  month: number;
  paid?: readonly (readonly [string, string])[];
  plan?: Partial<InstalmentPlan>;
  part: string;
  notDue: string;
}[] = [
  { why: 'the first month asks the first part', month: 0, part: '1000.00', notDue: '11000.00' },
  {
    why: 'the second one asks the second',
    month: 1,
    paid: [['2026-09-15', '1270.00']],
    part: '1000.00',
    notDue: '10000.00',
  },
  {
    why: 'what is paid ahead is not asked for again',
    month: 1,
    paid: [['2026-09-15', '1670.00']],
    part: '600.00',
    notDue: '10000.00',
  },
  {
    why: 'paid ahead by more than a part, none is asked for',
    month: 1,
    paid: [['2026-09-10', '6270.00']],
    part: '0.00',
    notDue: '6000.00',
  },
  {
    why: 'an advance that was left beside the plan pays of the part',
    month: 0,
    plan: { besideKopecks: parseKopecks('-320.00') },
    paid: [['2026-07-20', '320.00']],
    part: '950.00',
    notDue: '11000.00',
  },
];

describe('the document of a month', () => {
  for (const { why, month, paid = [], plan: other, part, notDue } of cases)
    test(why, () => {
      const of = { lastDay: lastDay(month), parts: month + 1 };
      const told = partInMonth({ ...plan, ...other }, booksOf(month, paid), of);
      assert.deepEqual(
        [formatKopecks(told?.partKopecks ?? -1n), formatKopecks(told?.notDueKopecks ?? -1n)],
        [part, notDue],
      );
    });

  test('has no part of a broken plan, whose whole debt is due', () => {
    const books = booksOf(1, [['2026-09-15', '1269.99']]);
    assert.equal(partInMonth(plan, books, { lastDay: lastDay(1), parts: 2 }), undefined);
  });

  test('has no part of a plan that is paid off', () => {
    const books = booksOf(1, [['2026-09-10', '12270.00']]);
    assert.equal(partInMonth(plan, books, { lastDay: lastDay(1), parts: 2 }), undefined);
  });

  test('has the part before the month of a cancellation, but not in that month', () => {
    const cancelled = { ...plan, cancelledOn: day('2026-09-10') };
    const part = (month: number) =>
      partInMonth(cancelled, booksOf(month, []), { lastDay: lastDay(month), parts: month + 1 });
    assert.equal(part(0)?.partKopecks, parseKopecks('1000.00'));
    assert.equal(part(1), undefined);
  });
});

test('an account that pays every document in full keeps the plan to its end, whatever is charged', () => {
  const kopecks = fc.bigInt({ min: 0n, max: 5_000_00n });
  const property = fc.property(
    fc.array(kopecks, { minLength: 12, maxLength: 12 }),
    fc.array(kopecks, { minLength: 12, maxLength: 12 }),
    fc.bigInt({ min: -500_00n, max: 5_000_00n }),
    (charges, ahead, besideKopecks) => {
      const agreed = { ...plan, besideKopecks, besideChargedKopecks: besideKopecks };
      const beside = { ...JANUARY, month: day('2025-12-01'), amountKopecks: besideKopecks };
      const charged = [beside, JANUARY];
      const money: { paidOn: number; amountKopecks: Kopecks }[] = [];
      const owed = (): Kopecks =>
        sumBy(charged, ({ amountKopecks }) => amountKopecks) -
        sumBy(money, ({ amountKopecks }) => amountKopecks);
      for (const [nth, chargedKopecks] of charges.entries()) {
        const { notDueKopecks } = partInMonth(
          agreed,
          { charged, money },
          {
            lastDay: lastDay(nth) - 1,
            parts: nth,
          },
        ) ?? { notDueKopecks: 0n };
        const interestKopecks = interestOfMonth(notDueKopecks, terms.interestE4);
        charged.push({
          month: firstDay(nth),
          dueOn: dueOn(nth),
          amountKopecks: chargedKopecks + interestKopecks,
        });
        const of = { lastDay: lastDay(nth), parts: nth + 1 };
        const part = partInMonth(agreed, { charged, money }, of);
        if (part === undefined) {
          assert.equal(progressOf(agreed, { charged, money }, lastDay(nth)).state, 'kept');
          return;
        }
        const askedKopecks = owed() - part.notDueKopecks;
        assert.ok(askedKopecks >= 0n);
        money.push({
          paidOn: dueOn(nth),
          amountKopecks: askedKopecks + (ahead[nth]! % 3n) * 10_00n,
        });
      }
      const { state } = progressOf(agreed, { charged, money }, dueOn(11) + 1);
      assert.equal(state, 'kept');
    },
  );
  fc.assert(property, { numRuns: 300 });
});
