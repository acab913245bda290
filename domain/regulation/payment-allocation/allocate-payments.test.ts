import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { formatBillingMonth, parseBillingMonth } from '../../calendar/billing-month.ts';
import { parseDay } from '../../calendar/day.ts';
import {
  allocatePayments,
  type Allocated,
  type MonthDebt,
  type SplitPayment,
} from './allocate-payments.ts';
import { sumBy } from '../../money/sums.ts';

type DebtRow = readonly [month: string, amount: bigint];
type PaymentRow = readonly [id: number, paidOn: string, amount: bigint, named?: string];
type Row = readonly [id: number, month: string | null, amount: bigint];

function debtsOf(rows: readonly DebtRow[], kind: MonthDebt['kind'] = 'principal'): MonthDebt[] {
  return rows.map(([month, amountKopecks]) => ({
    kind,
    month: parseBillingMonth(month),
    amountKopecks,
  }));
}

function paymentsOf(rows: readonly PaymentRow[]): SplitPayment[] {
  return rows.map(([id, paidOn, principalKopecks, named]) => ({
    id,
    paidOn: parseDay(paidOn),
    named: named === undefined ? null : parseBillingMonth(named),
    principalKopecks,
    penaltyKopecks: 0n,
  }));
}

function rowsOf({ allocations }: Allocated): Row[] {
  return allocations.map(({ paymentId, month, amountKopecks }) => [
    paymentId,
    month === null ? null : formatBillingMonth(month),
    amountKopecks,
  ]);
}

function openOf({ open }: Allocated): (readonly [string, bigint])[] {
  return open.map(({ month, amountKopecks }) => [formatBillingMonth(month), amountKopecks]);
}

describe('a payment', () => {
  const cases: readonly {
    readonly why: string;
    readonly debts: readonly DebtRow[];
    readonly payments: readonly PaymentRow[];
    readonly rows: readonly Row[];
  }[] = [
    {
      why: 'goes to the oldest debt first',
      debts: [
        ['2026-02', 100n],
        ['2026-01', 100n],
      ],
      payments: [[1, '2026-03-05', 150n]],
      rows: [
        [1, '2026-01', 100n],
        [1, '2026-02', 50n],
      ],
    },
    {
      why: 'goes to the month that it names, and then to the oldest debt',
      debts: [
        ['2026-01', 100n],
        ['2026-02', 100n],
        ['2026-03', 100n],
      ],
      payments: [[1, '2026-04-05', 150n, '2026-03']],
      rows: [
        [1, '2026-03', 100n],
        [1, '2026-01', 50n],
      ],
    },
    {
      why: 'that names a month without debt goes to the oldest debt',
      debts: [['2026-01', 100n]],
      payments: [[1, '2026-02-05', 60n, '2026-02']],
      rows: [[1, '2026-01', 60n]],
    },
    {
      why: 'beyond all debts is an advance',
      debts: [['2026-01', 100n]],
      payments: [[1, '2026-02-05', 130n]],
      rows: [
        [1, '2026-01', 100n],
        [1, null, 30n],
      ],
    },
    {
      why: 'of an earlier day comes first, whenever it was booked',
      debts: [
        ['2026-01', 100n],
        ['2026-02', 100n],
      ],
      payments: [
        [1, '2026-03-10', 100n],
        [2, '2026-02-10', 100n],
      ],
      rows: [
        [2, '2026-01', 100n],
        [1, '2026-02', 100n],
      ],
    },
    {
      why: 'of the same day comes in the order of ids',
      debts: [['2026-01', 100n]],
      payments: [
        [2, '2026-02-10', 60n],
        [1, '2026-02-10', 60n],
      ],
      rows: [
        [1, '2026-01', 60n],
        [2, '2026-01', 40n],
        [2, null, 20n],
      ],
    },
    {
      why: 'comes after what a month gave back by its last day',
      debts: [
        ['2026-01', 100n],
        ['2026-02', -30n],
      ],
      payments: [[1, '2026-02-28', 100n]],
      rows: [
        [1, '2026-01', 70n],
        [1, null, 30n],
      ],
    },
    {
      why: 'comes before what a month gave back later',
      debts: [
        ['2026-01', 100n],
        ['2026-02', -30n],
      ],
      payments: [[1, '2026-02-27', 100n]],
      rows: [[1, '2026-01', 100n]],
    },
  ];
  for (const { why, debts, payments, rows } of cases) {
    test(why, () => {
      assert.deepEqual(rowsOf(allocatePayments(debtsOf(debts), paymentsOf(payments))), rows);
    });
  }

  test('comes after a write-off up to its day, and before a later one', () => {
    const debts = debtsOf([
      ['2026-01', 100n],
      ['2026-02', 100n],
    ]);
    const payments = paymentsOf([[1, '2026-03-10', 100n]]);
    const lowered = (day: string, named: string): Allocated =>
      allocatePayments(debts, payments, [
        {
          kind: 'principal',
          lowersOn: parseDay(day),
          named: parseBillingMonth(named),
          amountKopecks: 30n,
        },
      ]);
    assert.deepEqual(rowsOf(lowered('2026-03-10', '2026-01')), [
      [1, '2026-01', 70n],
      [1, '2026-02', 30n],
    ]);
    assert.deepEqual(openOf(lowered('2026-03-10', '2026-01')), [['2026-02', 70n]]);
    assert.deepEqual(rowsOf(lowered('2026-03-11', '2026-01')), [[1, '2026-01', 100n]]);
    assert.deepEqual(openOf(lowered('2026-03-11', '2026-01')), [['2026-02', 70n]]);
    assert.deepEqual(openOf(lowered('2026-03-01', '2026-05')), [['2026-02', 70n]]);
    assert.equal(String(lowered('2026-03-11', '2026-01').lastDay), '2026-03-11');
  });

  test('comes beside a write-off of penalties, which lowers no principal', () => {
    const debts = [...debtsOf([['2026-01', 100n]]), ...debtsOf([['2026-02', 40n]], 'penalty')];
    const reduction = {
      kind: 'penalty' as const,
      lowersOn: parseDay('2026-03-01'),
      named: parseBillingMonth('2026-02'),
      amountKopecks: 25n,
    };
    const { open } = allocatePayments(debts, [], [reduction]);
    assert.deepEqual(
      open.map(({ kind, amountKopecks }) => [kind, amountKopecks]),
      [
        ['principal', 100n],
        ['penalty', 15n],
      ],
    );
  });

  test('pays principal with its principal part and penalties with its penalty part', () => {
    const debts = [
      ...debtsOf([['2026-01', 100n]]),
      ...debtsOf(
        [
          ['2026-02', 7n],
          ['2026-01', 5n],
        ],
        'penalty',
      ),
    ];
    const payment = {
      id: 1,
      paidOn: parseDay('2026-03-01'),
      named: parseBillingMonth('2026-02'),
      principalKopecks: 100n,
      penaltyKopecks: 9n,
    };
    const { allocations, open, lastDay } = allocatePayments(debts, [payment]);
    assert.deepEqual(
      allocations.map(({ kind, month, amountKopecks }) => [kind, String(month), amountKopecks]),
      [
        ['principal', '2026-01', 100n],
        ['penalty', '2026-02', 7n],
        ['penalty', '2026-01', 2n],
      ],
    );
    assert.deepEqual(
      open.map(({ kind, month, amountKopecks }) => [kind, String(month), amountKopecks]),
      [['penalty', '2026-01', 3n]],
    );
    assert.equal(String(lastDay), '2026-03-01');
  });
});

const month = fc.integer({ min: 0, max: 5 }).map((index) => `2026-0${index + 1}`);
const day = fc
  .record({ month: fc.integer({ min: 1, max: 8 }), day: fc.integer({ min: 1, max: 28 }) })
  .map(({ month: m, day: d }) => `2026-0${m}-${String(d).padStart(2, '0')}`);

function debtLists(least: bigint): fc.Arbitrary<MonthDebt[]> {
  return fc
    .uniqueArray(fc.tuple(month, fc.bigInt({ min: least, max: 300n })), {
      selector: ([name]) => name,
      maxLength: 6,
    })
    .map((rows) => debtsOf(rows));
}

const paymentLists = fc
  .array(fc.tuple(day, fc.bigInt({ min: 1n, max: 400n }), fc.option(month)), { maxLength: 6 })
  .map((rows) =>
    paymentsOf(
      rows.map(([paidOn, amount, named], index) =>
        named === null ? [index + 1, paidOn, amount] : [index + 1, paidOn, amount, named],
      ),
    ),
  );

function sum(amounts: readonly { readonly amountKopecks: bigint }[]): bigint {
  return sumBy(amounts, ({ amountKopecks }) => amountKopecks);
}

describe('for any debts and payments', () => {
  test('every kopeck of a payment is allocated once, and no debt is paid twice', () => {
    fc.assert(
      fc.property(debtLists(0n), paymentLists, (debts, payments) => {
        const { allocations, open } = allocatePayments(debts, payments);
        for (const payment of payments) {
          const own = allocations.filter(({ paymentId }) => paymentId === payment.id);
          assert.equal(sum(own), payment.principalKopecks);
          assert.ok(own.every(({ amountKopecks }) => amountKopecks > 0n));
        }
        for (const debt of debts) {
          const isOfMonth = (other: { month: Temporal.PlainYearMonth | null }): boolean =>
            other.month?.equals(debt.month) === true;
          const paid = sum(allocations.filter(isOfMonth));
          assert.equal(paid + sum(open.filter(isOfMonth)), debt.amountKopecks);
        }
      }),
    );
  });

  test('there is no advance while something is owed', () => {
    fc.assert(
      fc.property(debtLists(-100n), paymentLists, (debts, payments) => {
        const { allocations, open } = allocatePayments(debts, payments);
        const advances = allocations.filter((allocation) => allocation.month === null);
        assert.ok(open.length === 0 || advances.length === 0);
      }),
    );
  });

  test('open debts less advances equal debts less payments', () => {
    fc.assert(
      fc.property(debtLists(0n), paymentLists, (debts, payments) => {
        const { allocations, open } = allocatePayments(debts, payments);
        const advances = allocations.filter((allocation) => allocation.month === null);
        const paid = sumBy(payments, ({ principalKopecks }) => principalKopecks);
        assert.equal(sum(open) - sum(advances), sum(debts) - paid);
      }),
    );
  });

  test('the month that a payment names is paid in full before its other months', () => {
    fc.assert(
      fc.property(debtLists(0n), paymentLists, (debts, payments) => {
        const { allocations, open } = allocatePayments(debts, payments);
        for (const { id, named } of payments) {
          const own = allocations.filter(({ paymentId }) => paymentId === id);
          if (named === null || !own.some(({ month: m }) => m?.equals(named) !== true)) continue;
          assert.ok(!open.some(({ month: m }) => m.equals(named)));
        }
      }),
    );
  });

  test('without named months the debts that are open are younger than those that are paid', () => {
    fc.assert(
      fc.property(debtLists(0n), paymentLists, (debts, payments) => {
        const unnamed = payments.map((payment) => ({ ...payment, named: null }));
        const { allocations, open } = allocatePayments(debts, unnamed);
        const oldest = open[0]?.month;
        if (oldest === undefined) return;
        for (const { month: paid } of allocations)
          assert.ok(paid !== null && Temporal.PlainYearMonth.compare(paid, oldest) <= 0);
      }),
    );
  });

  test('a last payment goes to what the others have left open', () => {
    fc.assert(
      fc.property(debtLists(0n), paymentLists, fc.option(month), (debts, payments, named) => {
        const row: PaymentRow = [99, '2026-12-01', 150n];
        const [last] = paymentsOf([named === null ? row : [row[0], row[1], row[2], named]]);
        assert.ok(last);
        const before = allocatePayments(debts, payments);
        const whole = allocatePayments(debts, [...payments, last]);
        const alone = allocatePayments(before.open, [last]);
        assert.deepEqual(rowsOf(whole), [...rowsOf(before), ...rowsOf(alone)]);
        assert.deepEqual(openOf(whole), openOf(alone));
      }),
    );
  });

  test('the order of the input makes no difference', () => {
    fc.assert(
      fc.property(debtLists(-100n), paymentLists, (debts, payments) => {
        assert.deepEqual(
          rowsOf(allocatePayments(debts.toReversed(), payments.toReversed())),
          rowsOf(allocatePayments(debts, payments)),
        );
      }),
    );
  });
});
