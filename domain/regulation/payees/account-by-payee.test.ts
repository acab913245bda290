import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomOf, type Random } from '../../charging/testing/random.ts';
import type { AccountLines, DebtLine, PenaltyLine } from './account-by-payee.ts';
import type { PayeeId } from './divide-money.ts';
import { turnoverByPayee, type PayeeTurnover } from './turnover-by-payee.ts';
import { sumBy } from '../../money/sums.ts';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'] as const;

function charge(payeeId: PayeeId, roubles: number, changes: Partial<DebtLine> = {}): DebtLine {
  return {
    payeeId,
    kind: 'principal',
    figure: 'charged',
    month: '2026-01',
    bookedIn: '2026-01',
    amountKopecks: BigInt(roubles * 100),
    isMajorRepairs: false,
    isCourtFee: false,
    ...changes,
  };
}

function account(changes: Partial<AccountLines>): AccountLines {
  return { lines: [], penalties: [], placed: [], paid: [], ...changes };
}

function payment(roubles: number, bookedIn: string, placedOn: string | null = '2026-01') {
  const amountKopecks = BigInt(roubles * 100);
  return {
    paid: [{ kind: 'principal' as const, bookedIn, amountKopecks, isBrought: false }],
    placed:
      placedOn === null
        ? []
        : [{ kind: 'principal' as const, month: placedOn, since: bookedIn, amountKopecks }],
  };
}

function paidOf(turnover: readonly PayeeTurnover[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    turnover.map(({ payeeId, principal, penalty }) => [
      String(payeeId),
      Number(-principal.paid - penalty.paid) / 100,
    ]),
  );
}

function owedOf(turnover: readonly PayeeTurnover[]): Readonly<Record<string, number>> {
  return Object.fromEntries(
    turnover.map(({ payeeId, principal, penalty }) => [
      String(payeeId),
      Number(principal.closing + penalty.closing) / 100,
    ]),
  );
}

const FOUR_LINES = [charge(null, 1000), charge(7, 500), charge(8, 300), charge(9, 200)];
const JANUARY = { from: '2026-01', to: '2026-01' };
const FEBRUARY = { from: '2026-02', to: '2026-02' };

test('1500.00 for lines of 1000, 500, 300 and 200, and the rest in the next month', () => {
  const first = payment(1500, '2026-01');
  const second = payment(500, '2026-02');
  const both = account({
    lines: FOUR_LINES,
    paid: [...first.paid, ...second.paid],
    placed: [...first.placed, ...second.placed],
  });
  const january = turnoverByPayee(both, JANUARY);
  assert.deepEqual(paidOf(january), { null: 750, 7: 375, 8: 225, 9: 150, advance: 0 });
  assert.deepEqual(owedOf(january), { null: 250, 7: 125, 8: 75, 9: 50, advance: 0 });
  const february = turnoverByPayee(both, FEBRUARY);
  assert.deepEqual(paidOf(february), { null: 250, 7: 125, 8: 75, 9: 50, advance: 0 });
  assert.deepEqual(owedOf(february), { null: 0, 7: 0, 8: 0, 9: 0, advance: 0 });
});

test('many payments of a kopeck are divided as one payment of their sum', () => {
  const paid = Array.from({ length: 200 }, () => payment(0.01, '2026-01'));
  const one = payment(2, '2026-01');
  const lines = [charge(null, 2), charge(7, 1), charge(8, 1)];
  const small = account({
    lines,
    paid: paid.flatMap((each) => each.paid),
    placed: paid.flatMap((each) => each.placed),
  });
  assert.deepEqual(
    paidOf(turnoverByPayee(small, JANUARY)),
    paidOf(turnoverByPayee(account({ lines, ...one }), JANUARY)),
  );
});

test('an advance belongs to no payee until the month that it pays', () => {
  const ahead = payment(200, '2026-01', null);
  const placed = [
    { kind: 'principal' as const, month: '2026-02', since: '2026-02', amountKopecks: 20_000n },
  ];
  const ofFebruary = { month: '2026-02', bookedIn: '2026-02' };
  const lines = [charge(null, 300, ofFebruary), charge(7, 100, ofFebruary)];
  const paidAhead = account({ lines, paid: ahead.paid, placed });
  assert.deepEqual(paidOf(turnoverByPayee(paidAhead, JANUARY)), { null: 0, advance: 200 });
  assert.deepEqual(owedOf(turnoverByPayee(paidAhead, JANUARY)), { null: 0, advance: -200 });
  assert.deepEqual(paidOf(turnoverByPayee(paidAhead, FEBRUARY)), {
    null: 150,
    7: 50,
    advance: -200,
  });
});

test('a brought-in advance belongs to no payee until something is owed', () => {
  const ofFebruary = { month: '2026-02', bookedIn: '2026-02' };
  const lines = [charge(null, 300, ofFebruary), charge(7, 100, ofFebruary)];
  const money = { kind: 'principal' as const, bookedIn: '2026-01', amountKopecks: 20_000n };
  const books = account({ lines, paid: [{ ...money, isBrought: true }] });
  assert.deepEqual(owedOf(turnoverByPayee(books, JANUARY)), { null: 0, advance: -200 });
  assert.deepEqual(owedOf(turnoverByPayee(books, FEBRUARY)), { null: 150, 7: 50, advance: 0 });
});

test('a refund on one payee’s line pays what the account owes to others', () => {
  const back = { figure: 'recalculated', month: '2026-02', bookedIn: '2026-02' } as const;
  const lines = [charge(7, 100), charge(8, 100), charge(7, -50, back)];
  const settled = turnoverByPayee(account({ lines, ...payment(150, '2026-02') }), {
    from: '2026-01',
    to: '2026-02',
  });
  assert.deepEqual(paidOf(settled), { null: 0, 7: 50, 8: 100, advance: 0 });
  assert.deepEqual(owedOf(settled), { null: 0, 7: 0, 8: 0, advance: 0 });
});

test('court fees are paid before the other lines of their month, and belong to the organization', () => {
  const lines = [charge(null, 100, { isCourtFee: true }), charge(null, 200), charge(7, 200)];
  const turnover = turnoverByPayee(account({ lines, ...payment(200, '2026-01') }), JANUARY);
  assert.deepEqual(paidOf(turnover), { null: 150, 7: 50, advance: 0 });
});

test('a write-off without a service lowers the month as a payment would', () => {
  const lines = [
    ...FOUR_LINES,
    charge(null, -1000, { payeeId: undefined, figure: 'recalculated' }),
  ];
  const turnover = turnoverByPayee(account({ lines, ...payment(1000, '2026-01') }), JANUARY);
  assert.deepEqual(
    turnover.map(({ principal }) => Number(principal.recalculated) / 100),
    [-500, -250, -150, -100, 0],
  );
  assert.deepEqual(owedOf(turnover), { null: 0, 7: 0, 8: 0, 9: 0, advance: 0 });
});

test('a penalty goes to the payees of its debt, be it contributions for major repairs or other lines', () => {
  const lines = [charge(null, 300), charge(7, 100, { isMajorRepairs: true })];
  const penalty = (roubles: number, isMajorRepairs: boolean): PenaltyLine => ({
    debtMonth: '2026-01',
    isMajorRepairs,
    bookedIn: '2026-03',
    amountKopecks: BigInt(roubles * 100),
  });
  const penalties = [penalty(6, false), penalty(2, true)];
  const turnover = turnoverByPayee(account({ lines, penalties }), {
    from: '2026-03',
    to: '2026-03',
  });
  assert.deepEqual(
    turnover.map(({ penalty: { accrued } }) => Number(accrued) / 100),
    [6, 2, 0],
  );
});

test('in random books the payees sum to the account, for any range of months', () => {
  const random = randomOf(118);
  for (let round = 0; round < 300; round += 1) {
    const books = randomBooks(random);
    for (const [first, from] of MONTHS.entries())
      for (const to of MONTHS.slice(first)) {
        const turnover = turnoverByPayee(books, { from, to });
        assertWhole(books, turnover, { from, to });
        assertSettled(turnover);
      }
    assertFollows(books);
  }
});

function randomBooks(random: Random): AccountLines {
  const month = () => random.oneOf(MONTHS);
  const amount = (least: number, most: number) => BigInt(random.whole(least, most));
  const lines = Array.from({ length: random.whole(1, 14) }, (): DebtLine => {
    const [own, booked] = [month(), month()].toSorted();
    const kind = random.oneOf(['principal', 'principal', 'principal', 'penalty'] as const);
    const isCourtFee = kind === 'principal' && random.percent(10);
    return {
      payeeId: isCourtFee ? null : random.percent(20) ? undefined : random.oneOf([null, 7, 8]),
      kind,
      figure: random.oneOf(['charged', 'recalculated', 'storno'] as const),
      month: own ?? '2026-01',
      bookedIn: booked ?? '2026-01',
      amountKopecks: amount(-3_000, 9_000),
      isMajorRepairs: random.oneOf([true, false]),
      isCourtFee,
    };
  });
  const penalties = Array.from({ length: random.whole(0, 6) }, (): PenaltyLine => {
    const [debtMonth, bookedIn] = [month(), month()].toSorted();
    return {
      debtMonth: debtMonth ?? '2026-01',
      isMajorRepairs: random.oneOf([true, false]),
      bookedIn: bookedIn ?? '2026-01',
      amountKopecks: amount(-90, 300),
    };
  });
  const money = Array.from({ length: random.whole(0, 9) }, () => {
    const kind = random.oneOf(['principal', 'penalty'] as const);
    const amountKopecks = amount(-2_000, 7_000);
    const [own, since] = [month(), month()].toSorted();
    return {
      paid: {
        kind,
        bookedIn: month(),
        amountKopecks,
        isBrought: kind === 'principal' && random.percent(20),
      },
      placed: {
        kind,
        month: own ?? '2026-01',
        since: since ?? '2026-01',
        amountKopecks: amountKopecks / 2n,
      },
    };
  });
  return {
    lines,
    penalties,
    placed: money.map(({ placed }) => placed),
    paid: money.map(({ paid }) => paid),
  };
}

function assertWhole(
  books: AccountLines,
  turnover: readonly PayeeTurnover[],
  { from, to }: { readonly from: string; readonly to: string },
): void {
  for (const kind of ['principal', 'penalty'] as const) {
    const moved = [
      ...books.lines.filter((line) => line.kind === kind),
      ...(kind === 'penalty' ? books.penalties : []),
    ];
    const within = ({ bookedIn }: { readonly bookedIn: string }) =>
      bookedIn >= from && bookedIn <= to;
    const money = books.paid.filter((one) => one.kind === kind);
    const total = (name: keyof PayeeTurnover['principal']) =>
      sumBy(turnover, (payee) => payee[kind][name]);
    const owedBy = (isIn: (one: { readonly bookedIn: string }) => boolean) =>
      sum(moved.filter(isIn)) - sum(money.filter(isIn));
    assert.equal(
      total('opening'),
      owedBy(({ bookedIn }) => bookedIn < from),
    );
    assert.equal(
      total('closing'),
      owedBy(({ bookedIn }) => bookedIn <= to),
    );
    assert.equal(total('paid'), -sum(money.filter(within)));
    const moves = total('charged') + total('recalculated') + total('accrued') + total('storno');
    assert.equal(moves, sum(moved.filter(within)));
  }
}

function assertSettled(turnover: readonly PayeeTurnover[]): void {
  for (const kind of ['principal', 'penalty'] as const) {
    const owed = turnover
      .filter(({ payeeId }) => payeeId !== 'advance')
      .map((payee) => payee[kind].closing);
    assert.ok(owed.every((amount) => amount >= 0n) || owed.every((amount) => amount <= 0n));
  }
}

/** A month opens with the closing balance of the month before, and the months add up to the whole period. */
function assertFollows(books: AccountLines): void {
  const whole = turnoverByPayee(books, { from: '2026-01', to: '2026-04' });
  const months = MONTHS.map((month) => turnoverByPayee(books, { from: month, to: month }));
  for (const { payeeId, principal } of whole) {
    const ofMonths = months.flatMap((month) => month.filter((one) => one.payeeId === payeeId));
    assert.equal(
      principal.paid,
      sumBy(ofMonths, (one) => one.principal.paid),
    );
    assert.equal(principal.closing, ofMonths.at(-1)?.principal.closing ?? 0n);
  }
}

function sum(parts: readonly { readonly amountKopecks: bigint }[]): bigint {
  return sumBy(parts, ({ amountKopecks }) => amountKopecks);
}
