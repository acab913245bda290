// Random books of a house: months that are charged, paid, given penalties, adjusted, reversed, closed, and a draft.
import assert from 'node:assert/strict';
import { createAdjustment, reverseAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import * as fc from 'fast-check';
import type { BillingStand } from './billing-stand.ts';
import { bookPenalty, type PayingHouse } from './paying-house.ts';

/** The months of charges; payments may be booked in a later one. */
export const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04'];

const account = fc.integer({ min: 0, max: 2 });
const charge = fc.tuple(
  account,
  fc.bigInt({ min: -50_00n, max: 300_00n }),
  fc.constantFrom('area', 'area', 'recalculation'),
  fc.constantFrom<1 | 2>(1, 2),
);
export const history = fc.record({
  months: fc.array(fc.array(charge, { maxLength: 8 }), { minLength: 4, maxLength: 4 }),
  payments: fc.array(fc.tuple(account, fc.bigInt({ min: 1n, max: 400_00n })), { maxLength: 5 }),
  penalties: fc.array(
    fc.tuple(account, fc.constantFrom(...MONTHS), fc.bigInt({ min: 1n, max: 9_00n })),
    { maxLength: 4 },
  ),
  adjustments: fc.array(
    fc.tuple(
      account,
      fc.oneof(fc.bigInt({ min: 1n, max: 90_00n }), fc.bigInt({ min: -90_00n, max: -1n })),
      fc.constantFrom(...MONTHS.slice(0, 3)),
      fc.constantFrom('principal', 'principal', 'penalty'),
    ),
    { maxLength: 5 },
  ),
  reversed: fc.array(fc.nat(), { maxLength: 4 }),
  /** How many of the first months are closed; the last one stays a draft when `isDraft`. */
  closed: fc.nat({ max: 2 }),
  isDraft: fc.boolean(),
});

export type History = typeof history extends fc.Arbitrary<infer T> ? T : never;

/** Returns the ids of the recalculations. */
export async function bookRandomly(
  house: PayingHouse,
  stand: Pick<BillingStand, 'db' | 'owner'>,
  { months, payments, penalties, adjustments, reversed, closed, isDraft }: History,
): Promise<ReadonlySet<number>> {
  const at = (index: number): number => house.accounts[index] ?? 0;
  const [recalculations, ids, cycles] = [new Set<number>(), [] as number[], [] as number[]];
  for (const [nth, period] of MONTHS.entries()) {
    // Makes sure that accounts with penalties owe something.
    const first = nth === 0 ? [0, 1, 2].map((index) => [index, 1_00n, 'area', 1] as const) : [];
    const lines = [...first, ...(months[nth] ?? [])];
    const make = isDraft && nth === MONTHS.length - 1 ? house.draft : house.charge;
    const { cycleId, chargeIds } = await make(
      period,
      lines.map(([index, amount, rateType, houseServiceId]) => [
        at(index),
        formatKopecks(amount),
        { rateType, houseServiceId },
      ]),
    );
    cycles.push(cycleId);
    for (const [line, id] of chargeIds.entries()) {
      ids.push(id);
      if (lines[line]?.[2] === 'recalculation') recalculations.add(id);
    }
  }
  for (const [index, period, amount] of penalties)
    await bookPenalty(stand, house, at(index), { period, amount: formatKopecks(amount) });
  const paid: number[] = [];
  for (const [index, amount] of payments) {
    const payment = { personalAccountId: at(index), amount: formatKopecks(amount) };
    paid.push((await house.pay({ ...payment, paidOn: '2026-02-03' })).id);
  }
  const adjusted: number[] = [];
  for (const [index, amount, period, debtKind] of adjustments) {
    // Penalties can only be written off, and at most what is owed.
    const isOfPenalty = debtKind === 'penalty' && amount < 0n;
    const made = await house.ask(createAdjustment, {
      body: {
        personalAccountId: at(index),
        amount: formatKopecks(amount),
        kind: isOfPenalty ? 'write-off' : amount > 0n ? 'charge' : 'discount',
        debtKind: isOfPenalty ? 'penalty' : 'principal',
        period,
        reason: 'перерасчёт',
        basis: 'акт 3',
      },
    });
    if (made.status === 201) adjusted.push(made.body.id);
  }
  for (const nth of reversed) {
    const body = { reason: 'ошибка' };
    const reverse = [
      ...adjusted.map(
        (adjustmentId) => async () =>
          house.ask(reverseAdjustment, { params: { adjustmentId }, body }),
      ),
      ...paid.map(
        (paymentId) => async () => house.ask(reversePayment, { params: { paymentId }, body }),
      ),
      ...ids.map(
        (chargeId) => async () => house.ask(reverseCharge, { params: { chargeId }, body }),
      ),
    ];
    await reverse[nth % reverse.length]?.();
  }
  for (const cycleId of cycles.slice(0, closed))
    assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
  return recalculations;
}
