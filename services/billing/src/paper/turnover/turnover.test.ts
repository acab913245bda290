// The turnover-balance report: with random books and any months it equals an independent sum of the ledger.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  getTurnoverBalance,
  TurnoverReport,
  type AccountTurnover,
} from '@kvartplata/contracts/billing/turnover.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import * as fc from 'fast-check';
import type pg from 'pg';
import { Check } from 'typebox/value';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { bookRandomly, history, MONTHS } from '../../testing/random-books.ts';
import { ask } from '../../testing/test-user.ts';

const JANUARY = { month: 1, year: 2026 };
const THIS_MONTH = String(moscowDayOf(new Date()).toPlainYearMonth());
const RANGES = [...MONTHS, THIS_MONTH].flatMap((from, nth) =>
  [...MONTHS, THIS_MONTH].slice(nth).map((to) => [from, to] as const),
);

let stand: BillingStand;
let owner: pg.Pool;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
});
after(async () => stand.stop());

async function reportOf(house: PayingHouse, of: object): Promise<TurnoverReport> {
  const query = { houseId: house.houseId, ...of };
  const { body } = await house.ask(getTurnoverBalance, { query });
  assert.ok(Check(TurnoverReport, body), JSON.stringify(body));
  return body;
}

const NOTHING = { principal: '0.00', penalty: '0.00' };
const IN_ORDER = { turnovers: NOTHING, balances: NOTHING, accounts: [] };

/** Kopecks, positive when the debt grows. */
function sum(entries: readonly LedgerEntry[], keeps: (entry: LedgerEntry) => boolean): bigint {
  return sumBy(
    entries.filter(keeps),
    ({ debit, credit }) => parseKopecks(debit) - parseKopecks(credit),
  );
}

/** The expected report for an account, from its entries and the charges that are recalculations. */
function foretold(
  entries: readonly LedgerEntry[],
  recalculations: ReadonlySet<number>,
  [from, to]: readonly [string, string],
): object {
  const within = (entry: LedgerEntry): boolean => entry.period >= from && entry.period <= to;
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const takenBack = (entry: LedgerEntry): string | undefined =>
    entry.transactionType === 'STORNO'
      ? byId.get(Number(entry.referenceId.replace('storno:', '')))?.transactionType
      : undefined;
  const isPaid = (entry: LedgerEntry): boolean =>
    within(entry) && (entry.transactionType === 'PAYMENT' || takenBack(entry) === 'PAYMENT');
  const isStorno = (entry: LedgerEntry): boolean =>
    within(entry) && entry.transactionType === 'STORNO' && takenBack(entry) !== 'PAYMENT';
  const isLowered = ({ credit }: LedgerEntry): boolean => credit !== '0.00';
  const isPenalty = ({ debtKind }: LedgerEntry): boolean => debtKind === 'penalty';
  const debts = (keeps: (entry: LedgerEntry) => boolean): object => ({
    principal: formatKopecks(sum(entries, (one) => keeps(one) && !isPenalty(one))),
    penalty: formatKopecks(sum(entries, (one) => keeps(one) && isPenalty(one))),
  });
  const charged = (isRecalculation: boolean): string =>
    formatKopecks(
      sum(
        entries,
        (one) =>
          within(one) &&
          one.transactionType === 'CHARGE' &&
          recalculations.has(one.id) === isRecalculation,
      ) +
        sum(
          entries,
          (one) =>
            within(one) &&
            one.transactionType === 'ADJUSTMENT' &&
            isLowered(one) === isRecalculation,
        ),
    );
  return {
    opening: debts((one) => one.period < from),
    charged: charged(false),
    recalculated: charged(true),
    penaltyRecalculated: formatKopecks(
      sum(entries, (one) => within(one) && one.transactionType === 'ADJUSTMENT' && isPenalty(one)),
    ),
    penaltyAccrued: formatKopecks(
      sum(entries, (one) => within(one) && one.transactionType === 'PENALTY'),
    ),
    paid: formatKopecks(-sum(entries, isPaid)),
    penaltyPaid: formatKopecks(-sum(entries, (one) => isPaid(one) && isPenalty(one))),
    storno: formatKopecks(-sum(entries, isStorno)),
    penaltyStorno: formatKopecks(-sum(entries, (one) => isStorno(one) && isPenalty(one))),
    closing: debts((one) => one.period <= to),
    penaltyBalance: formatKopecks(sum(entries, (one) => one.period <= to && isPenalty(one))),
  };
}

function figuresOf(row: AccountTurnover): object {
  const {
    houseId: _houseId,
    personalAccountId: _id,
    accountNumber: _number,
    address: _address,
    payer: _payer,
    services: _services,
    documents: _documents,
    ...figures
  } = row;
  return figures;
}

describe('of random books', () => {
  test('it has the ledger’s own sums for any months, and its controls are zero', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (told) => {
        const house = await makePayingHouse(stand);
        const recalculations = await bookRandomly(house, stand, told);
        const ledger = new Map<number, readonly LedgerEntry[]>();
        for (const id of house.accounts) ledger.set(id, await house.entries(id));
        for (const [from, to] of RANGES) {
          const months = { periodFrom: from, periodTo: to };
          const parts = { splitByService: true, withDocuments: true };
          const report = await reportOf(house, { ...months, ...parts });
          assert.deepEqual(report.control, IN_ORDER);
          for (const row of report.accounts) {
            const entries = ledger.get(row.personalAccountId) ?? [];
            assert.deepEqual(figuresOf(row), foretold(entries, recalculations, [from, to]));
            assertParts(row, entries, [from, to]);
          }
          const all = [...ledger.values()].flat();
          const { services: _, ...totals } = report.totals;
          assert.deepEqual(totals, foretold(all, recalculations, [from, to]));
        }
      }),
      { numRuns: 6 },
    );
  });

  /** The services add up to the charges and reversals of the principal, and the documents to the entries. */
  function assertParts(
    row: AccountTurnover,
    entries: readonly LedgerEntry[],
    [from, to]: readonly [string, string],
  ): void {
    const added = (name: 'charged' | 'recalculated' | 'storno'): bigint =>
      sumBy(row.services ?? [], (service) => parseKopecks(service[name]));
    const less = (whole: string, part: string): bigint => parseKopecks(whole) - parseKopecks(part);
    assert.deepEqual(
      [added('charged'), added('recalculated'), added('storno')],
      [
        parseKopecks(row.charged),
        less(row.recalculated, row.penaltyRecalculated),
        less(row.storno, row.penaltyStorno),
      ],
    );
    const within = entries.filter(({ period }) => period >= from && period <= to);
    const documentsOf = (type: string): readonly number[] => [
      ...new Set(
        within
          .filter((entry) => entry.transactionType === type)
          .map(({ id, referenceId }) =>
            type === 'STORNO' ? id : Number(referenceId.split(':')[1]),
          ),
      ),
    ];
    const { charges, accruals, adjustments: byHand, payments, stornos } = row.documents ?? {};
    assert.deepEqual(
      [charges, accruals, byHand, payments, stornos],
      ['CHARGE', 'PENALTY', 'ADJUSTMENT', 'PAYMENT', 'STORNO'].map(documentsOf),
    );
  }
});

describe('of a house', () => {
  let house: PayingHouse;
  const payer = (): number => house.accounts[0] ?? 0;
  before(async () => {
    house = await makePayingHouse(stand);
    await house.charge('2026-01', [
      [payer(), '100.10'],
      [payer(), '-0.10', { rateType: 'recalculation' }],
    ]);
  });

  test('a month can be given by its number and year', async () => {
    const report = await reportOf(house, JANUARY);
    assert.deepEqual([report.periodFrom, report.periodTo], ['2026-01', '2026-01']);
    assert.deepEqual(report, await reportOf(house, { periodFrom: '2026-01', periodTo: '2026-01' }));
    assert.deepEqual(report, await reportOf(house, { month: '01', year: 2026 }));
  });

  test('accounts have the names core has for them', async () => {
    const [row] = (await reportOf(house, JANUARY)).accounts;
    assert.deepEqual(
      [row?.personalAccountId, row?.accountNumber, row?.address, row?.charged, row?.recalculated],
      [payer(), 'LS01', 'г. Зареченск, ул. Садовая, д. 12, кв. 1', '100.10', '-0.10'],
    );
    assert.ok(row?.payer);
  });

  test('one month’s closing is the next one’s opening, even without bookings', async () => {
    const [january, later] = [
      await reportOf(house, JANUARY),
      await reportOf(house, { periodFrom: '2026-02', periodTo: '2027-12' }),
    ];
    assert.deepEqual(later.totals.opening, january.totals.closing);
    assert.deepEqual(later.totals.closing, { principal: '100.00', penalty: '0.00' });
  });

  test('a house without books is an empty report', async () => {
    const empty = await makePayingHouse(stand);
    const report = await reportOf(empty, { ...JANUARY, splitByService: true });
    assert.deepEqual([report.accounts, report.control], [[], IN_ORDER]);
    assert.deepEqual(report.totals.services, []);
  });

  test('a balance that is not the sum of its entries shows in the control, with its account', async () => {
    const move = async (by: string): Promise<unknown> =>
      owner.query(
        `update merged_balances set principal_debt = principal_debt + $2 where personal_account_id = $1`,
        [payer(), by],
      );
    const { totals: sound } = await reportOf(house, JANUARY);
    await move('0.01');
    const { control, totals } = await reportOf(house, JANUARY);
    assert.deepEqual(totals, sound, 'the figures are those of the entries');
    assert.deepEqual(control, {
      turnovers: NOTHING,
      balances: { principal: '-0.01', penalty: '0.00' },
      accounts: [payer()],
    });
    await move('-0.01');
  });

  test('during concurrent bookings all of a report is of one moment', async () => {
    const paying = await makePayingHouse(stand);
    const personalAccountId = paying.accounts[0] ?? 0;
    await paying.charge('2026-01', [[personalAccountId, '100.00']]);
    const state = { isBooked: false };
    const booking = (async () => {
      for (let nth = 0; nth < 30; nth += 1)
        await paying.pay({ personalAccountId, amount: '1.00', paidOn: '2026-02-03' });
    })().finally(() => {
      state.isBooked = true;
    });
    while (!state.isBooked) {
      const { control, accounts, totals } = await reportOf(paying, {
        periodFrom: '2026-01',
        periodTo: '2999-12',
        withDocuments: true,
      });
      assert.deepEqual(control, IN_ORDER);
      assert.equal(totals.paid, `${accounts[0]?.documents?.payments.length}.00`);
    }
    await booking;
  });

  for (const { query, path, why } of [
    { query: {}, path: '/periodFrom', why: 'no months' },
    { query: { periodFrom: '2026-01' }, path: '/periodTo', why: 'no end' },
    {
      query: { periodFrom: '2026-02', periodTo: '2026-01' },
      path: '/periodTo',
      why: 'the wrong order',
    },
    { query: { month: 1 }, path: '/year', why: 'a month of no year' },
    { query: { year: 2026 }, path: '/month', why: 'a year without its month' },
    { query: { month: 13, year: 2026 }, path: '/month', why: 'a thirteenth month' },
    { query: { ...JANUARY, periodTo: '2026-01' }, path: '/periodTo', why: 'both ways' },
    { query: { ...JANUARY, format: 'pdf' }, path: '/format', why: 'another format' },
  ])
    test(`${why} is a 400 that names the field`, async () => {
      const asked = { query: { houseId: house.houseId, ...query } };
      const { status, problem } = await house.ask(getTurnoverBalance, asked);
      assert.deepEqual([status, problem.errors?.[0]?.path], [400, path], JSON.stringify(problem));
    });

  test('two months are a 400 that names the field', async () => {
    const query = { houseId: house.houseId, ...JANUARY };
    const { statusCode, body } = await stand.app.inject({
      url: `${addressOf(getTurnoverBalance, { query })}&month=2`,
      headers: { authorization: house.user.authorization },
    });
    assert.equal(statusCode, 400);
    assert.match(body, /"path":"\/month"/);
  });

  test('another company’s house is a 404', async () => {
    const query = { houseId: house.houseId, ...JANUARY };
    const stranger = await stand.newUser();
    const { status, problem } = await ask(stand.app, stranger, getTurnoverBalance, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found']);
  });
});
