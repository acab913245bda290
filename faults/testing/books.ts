// What must be true whatever has happened: the books add up, and contain every acknowledged payment once.
import assert from 'node:assert/strict';
import {
  isInOrder,
  verifyLedger,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { TriedPayment } from './payers.ts';
import type { Books } from './stand.ts';

export type Counts = {
  readonly tried: number;
  readonly acknowledged: number;
  /** Booked, but their payers got no confirmation. */
  readonly bookedUntold: number;
};

/**
 * There is no drift; every acknowledged payment is in the ledger once and completely, any other once or not at all.
 * @param books billing's database as its owner
 */
export async function assertBooksHold(
  { db, pool }: Books,
  tried: readonly TriedPayment[],
): Promise<Counts> {
  const faults = await verifyLedger(db);
  assert.ok(isInOrder(faults), JSON.stringify(faults));
  const { rows } = await pool.query<Booked>(BOOKED, [[...new Set(tried.map(accountOf))]]);
  return compare(tried, rows);
}

function accountOf({ personalAccountId }: TriedPayment): number {
  return personalAccountId;
}

type Booked = { readonly id: number; readonly kopecks: number; readonly entered: number };

/** `entered`: the sum of its ledger entries. */
const BOOKED = `
  select payments.id, (payments.amount * 100)::integer as kopecks,
    (coalesce(sum(ledger_entries.credit - ledger_entries.debit), 0) * 100)::integer as entered
  from payments
  left join ledger_entries on ledger_entries.organization_id = payments.organization_id
    and ledger_entries.house_id = payments.house_id
    and ledger_entries.personal_account_id = payments.personal_account_id
    and ledger_entries.transaction_type = 'PAYMENT' and ledger_entries.document_id = payments.id
  where payments.personal_account_id = any($1)
  group by payments.organization_id, payments.house_id, payments.personal_account_id, payments.id`;

function compare(tried: readonly TriedPayment[], booked: readonly Booked[]): Counts {
  const bySum = Map.groupBy(booked, ({ kopecks }) => kopecks);
  const lost: TriedPayment[] = [];
  let bookedUntold = 0;
  for (const payment of tried) {
    const { kopecks, paymentId } = payment;
    const found = bySum.get(kopecks) ?? [];
    bySum.delete(kopecks);
    assert.ok(found.length <= 1, `${kopecks} kopecks are booked ${found.length} times`);
    if (paymentId === undefined) bookedUntold += found.length;
    else if (found[0]?.id !== paymentId) lost.push(payment);
    for (const { entered } of found) assert.equal(entered, kopecks, `entries of ${kopecks}`);
  }
  assert.deepEqual(lost, [], 'acknowledged and not in the ledger');
  assert.deepEqual([...bySum.keys()], [], 'booked and never asked for');
  const acknowledged = tried.filter(({ paymentId }) => paymentId !== undefined).length;
  return { tried: tried.length, acknowledged, bookedUntold };
}
