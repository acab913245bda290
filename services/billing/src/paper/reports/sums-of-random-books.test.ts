// Reports based on the sums of months: with random books they equal an independent sum of entries and payments.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listAdjustments, type Adjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getMonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { listPayments, type Payment } from '@kvartplata/contracts/billing/payments.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import { makePayingHouse, untilAllocated } from '../../testing/paying-house.ts';
import { bookRandomly, history, MONTHS } from '../../testing/random-books.ts';
import { readAll } from '../../testing/test-user.ts';

const THIS_MONTH = String(moscowDayOf(new Date()).toPlainYearMonth());

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => stand.stop());

type Books = {
  readonly entries: readonly LedgerEntry[];
  readonly payments: readonly Payment[];
  readonly adjustments: readonly Adjustment[];
};

/** The expected sums of a month, in kopecks. */
function foretold({ entries, payments, adjustments }: Books, month: string) {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const takenBack = ({ transactionType, referenceId }: LedgerEntry): LedgerEntry | undefined =>
    transactionType === 'STORNO' ? byId.get(Number(referenceId.replace('storno:', ''))) : undefined;
  const sum = (keeps: (entry: LedgerEntry) => boolean): bigint =>
    sumBy(entries.filter(keeps), ({ debit, credit }) => parseKopecks(debit) - parseKopecks(credit));
  /** Adjustments count as charges, those of penalties as penalties. */
  const typeOf = ({ transactionType, debtKind }: LedgerEntry): string =>
    transactionType === 'ADJUSTMENT'
      ? debtKind === 'penalty'
        ? 'PENALTY'
        : 'CHARGE'
      : transactionType;
  const of = (type: LedgerEntry['transactionType']): bigint =>
    sum((entry) => entry.period === month && typeOf(takenBack(entry) ?? entry) === type);
  /** A negative adjustment reduces the month that it names. */
  const monthOf = ({ transactionType, referenceId, credit, period }: LedgerEntry): string => {
    const isLowered = transactionType === 'ADJUSTMENT' && credit !== '0.00';
    const own = adjustments.find(({ id }) => referenceId === `adjustment:${id}`);
    return isLowered ? (own?.period ?? '') : period;
  };
  const parts = payments
    .flatMap(({ allocation }) => allocation)
    .filter(({ debtKind, period }) => debtKind === 'principal' && period === month);
  return {
    closing: sum(({ period }) => period <= month),
    charged: of('CHARGE'),
    penalty: of('PENALTY'),
    paid: -of('PAYMENT'),
    debtOfMonth: sum((entry) => {
      const charge = takenBack(entry) ?? entry;
      return typeOf(charge) === 'CHARGE' && monthOf(charge) === month;
    }),
    paidOfMonth: sumBy(parts, ({ amount }) => parseKopecks(amount)),
  };
}

test('of random books they are the sums of the entries and of the payments allocated', async () => {
  await fc.assert(
    fc.asyncProperty(history, async (told) => {
      const house = await makePayingHouse(stand);
      const { houseId, organizationId, user } = house;
      await bookRandomly(house, stand, told);
      await untilAllocated(owner);
      await assertInOrder(stand.db);
      const entries: LedgerEntry[] = [];
      for (const id of house.accounts) entries.push(...(await house.entries(id)));
      const payments = await readAll(stand.app, user, listPayments, { query: { houseId } });
      const adjustments = await readAll(stand.app, user, listAdjustments, { query: { houseId } });
      const months = [...MONTHS, THIS_MONTH];
      for (const period of months) {
        const query = { organizationId, period };
        const { totals } = (await house.ask(getMonthSummary, { query })).body;
        const { charged, penalty, paid, closing, debtOfMonth, paidOfMonth } = totals;
        assert.deepEqual(
          { charged, penalty, paid, closing, debtOfMonth, paidOfMonth },
          inRoubles(foretold({ entries, payments, adjustments }, period)),
        );
      }
      const query = { organizationId, periodFrom: months[0], periodTo: THIS_MONTH };
      const { items } = (await house.ask(getCollection, { query })).body;
      assert.deepEqual(
        items.map((row) => [row.period, row.charged, row.paid, row.debtOfMonth, row.paidOfMonth]),
        months
          .filter((month) => entries.some(({ period }) => period === month))
          .map((month) => {
            const sums = inRoubles(foretold({ entries, payments, adjustments }, month));
            return [month, sums['charged'], sums['paid'], sums['debtOfMonth'], sums['paidOfMonth']];
          }),
      );
    }),
    { numRuns: 6 },
  );
});

function inRoubles(sums: Readonly<Record<string, bigint>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(sums).map(([name, kopecks]) => [name, formatKopecks(kopecks)]),
  );
}
