// Compares the allocation with an oracle that allocates one kopeck at a time, each to the debt that the law puts first.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  compareMonths,
  formatBillingMonth,
  parseBillingMonth,
} from '../../calendar/billing-month.ts';
import { parseDay } from '../../calendar/day.ts';
import { allocatePayments } from './allocate-payments.ts';
import { limitationOf } from './limitation.ts';

/** Sums are in kopecks; days and months are text, so that they can be compared directly. */
type Heap = { month: string; isFee: boolean; left: number };
/** Without an id: money that a month gave back or, if not paid, a write-off. */
type Purse = { id: number; day: string; named: string | null; left: number; isPaid: boolean };
type Case = {
  months: { month: string; amount: number; fee: number }[];
  purses: Purse[];
  /** Days on which the limitation does not apply to money received. */
  off: { from: string; to: string } | null;
};

/** The legal due days of the random months below; a term that ends on a day of rest is moved. */
const DUE: Readonly<Record<string, string>> = {
  '2021-12': '2022-01-10',
  '2022-03': '2022-04-11',
  '2022-04': '2022-05-11',
  '2023-01': '2023-02-10',
  '2025-03': '2025-04-10',
  '2025-05': '2025-06-10',
};

function handOut({ months, purses, off }: Case): string[] {
  const heaps: Heap[] = months.flatMap(({ month, amount, fee }) => [
    { month, isFee: true, left: fee },
    { month, isFee: false, left: amount - fee },
  ]);
  const given = heaps
    .filter(({ left }) => left < 0)
    .map(({ month, left }) => ({
      id: 0,
      day: endOf(month),
      named: null,
      left: -left,
      isPaid: true,
    }));
  const told = new Map<string, number>();
  for (const purse of [...given, ...purses].toSorted(byDayAndId))
    for (; purse.left > 0; purse.left -= 1) {
      const best = heaps
        .filter((heap) => heap.left > 0 && placeOf(heap, purse, off) < 9)
        .toSorted(
          (a, b) =>
            placeOf(a, purse, off) - placeOf(b, purse, off) || (nameOf(a) < nameOf(b) ? -1 : 1),
        )[0];
      if (best !== undefined) best.left -= 1;
      if (purse.id === 0) continue;
      const name = `${purse.id} ${best === undefined ? 'advance' : `${best.month}${best.isFee ? ' fee' : ''}`}`;
      told.set(name, (told.get(name) ?? 0) + 1);
    }
  return [...told].map(([name, kopecks]) => `${name} ${kopecks}`).toSorted();
}

function nameOf({ month, isFee }: Heap): string {
  return `${month} ${isFee ? 0 : 1}`;
}

/** First what the payer names, then costs, then the oldest; time-barred debts are not paid. */
function placeOf(heap: Heap, { named, day, isPaid }: Purse, off: Case['off']): number {
  if (heap.month === named) return heap.isFee === isPaid ? 0 : 1;
  if (heap.isFee) return isPaid ? (day >= `${heap.month}-01` ? 2 : 3) : 4;
  const isLookedAt = off === null || day < off.from || day > off.to;
  return isLookedAt && isMoreThanThreeYears(DUE[heap.month]!, day) ? 9 : 3;
}

function isMoreThanThreeYears(due: string, day: string): boolean {
  const [year, rest] = [Number(due.slice(0, 4)), due.slice(4)];
  return `${year + 3}${rest}` < day;
}

function endOf(month: string): string {
  const { year, month: number } = parseBillingMonth(month);
  return `${month}-${new Date(Date.UTC(year, number, 0)).getUTCDate()}`;
}

function byDayAndId(a: Purse, b: Purse): number {
  return a.day === b.day ? a.id - b.id : a.day < b.day ? -1 : 1;
}

function allocated({ months, purses, off }: Case): string[] {
  const limitation = limitationOf({
    house: [],
    organization:
      off === null
        ? []
        : [
            {
              kind: 'limitation',
              isOn: false,
              validFrom: parseDay(off.from),
              validTo: parseDay(off.to),
            },
          ],
  });
  const { allocations } = allocatePayments(
    months.map(({ month, amount, fee }) => ({
      kind: 'principal',
      month: parseBillingMonth(month),
      amountKopecks: BigInt(amount),
      courtFeesKopecks: BigInt(fee),
    })),
    purses
      .filter(({ isPaid }) => isPaid)
      .map(({ id, day, named, left }) => ({
        id,
        paidOn: parseDay(day),
        named: named === null ? null : parseBillingMonth(named),
        principalKopecks: BigInt(left),
        penaltyKopecks: 0n,
      })),
    purses
      .filter(({ isPaid }) => !isPaid)
      .map(({ day, named, left }) => ({
        kind: 'principal',
        lowersOn: parseDay(day),
        named: parseBillingMonth(named ?? ''),
        amountKopecks: BigInt(left),
      })),
    limitation,
  );
  return allocations
    .map(({ paymentId, month, amountKopecks, isCourtFee }) => {
      const where =
        month === null ? 'advance' : `${formatBillingMonth(month)}${isCourtFee ? ' fee' : ''}`;
      return `${paymentId} ${where} ${amountKopecks}`;
    })
    .toSorted();
}

const anyMonth = fc.constantFrom(...Object.keys(DUE));
/** Days around the ends of limitations. */
const anyDay = fc.constantFrom(
  '2022-01-05',
  '2025-01-10',
  '2025-01-11',
  '2025-04-11',
  '2025-04-12',
  '2025-05-11',
  '2025-05-12',
  '2025-05-31',
  '2026-02-10',
  '2026-02-11',
  '2028-06-11',
);

/** At most one per case: several on one day would be ordered by their months. */
const anyWriteOff: fc.Arbitrary<Purse[]> = fc.array(
  fc.record({
    id: fc.constant(0),
    day: anyDay,
    named: anyMonth,
    left: fc.integer({ min: 1, max: 120 }),
    isPaid: fc.constant(false),
  }),
  { maxLength: 1 },
);

const anyCase: fc.Arbitrary<Case> = fc.record({
  months: fc
    .uniqueArray(
      fc.record({ month: anyMonth, amount: fc.integer({ min: -40, max: 90 }), fee: fc.nat(20) }),
      { selector: ({ month }) => month, maxLength: 6 },
    )
    .map((rows) => rows.map((row) => ({ ...row, amount: row.amount + row.fee })))
    .map((rows) =>
      rows.toSorted((a, b) =>
        compareMonths(parseBillingMonth(a.month), parseBillingMonth(b.month)),
      ),
    ),
  purses: fc
    .array(
      fc.record({
        day: anyDay,
        named: fc.option(anyMonth),
        left: fc.integer({ min: 1, max: 80 }),
      }),
      { maxLength: 6 },
    )
    .map((rows) => rows.map((row, nth): Purse => ({ ...row, id: nth + 1, isPaid: true })))
    .chain((paid) => anyWriteOff.map((lowered) => lowered.concat(paid))),
  off: fc.option(fc.constant({ from: '2025-01-11', to: '2025-05-11' }), { freq: 3 }),
});

test('every kopeck goes to the debt that the law puts first', () => {
  const property = fc.property(anyCase, (one) => {
    const wanted = handOut({ ...one, purses: one.purses.map((purse) => ({ ...purse })) });
    assert.deepEqual(allocated(one), wanted);
  });
  fc.assert(property, { numRuns: 3000 });
});
