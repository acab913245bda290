// The ledger as a journal: another bookkeeping program reads it, finds it balanced, and gets the same balances.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { after, before, test } from 'node:test';
import { exportLedger } from '@kvartplata/contracts/billing/exports.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { bookPenalty, makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { ask } from '../../testing/test-user.ts';

/** Charges per account, so that an export takes several pages. */
const CHARGES = 250;

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  const amounts = house.accounts.flatMap((account, nth) =>
    Array.from(
      { length: CHARGES },
      (_, line) => [account, `${nth}${line % 7}.${10 + (line % 90)}`] as const,
    ),
  );
  const { chargeIds } = await house.charge('2026-01', amounts);
  await house.charge('2026-02', [[account(0), '-17.35']]);
  await bookPenalty(stand, house, account(1), { period: '2026-02', amount: '3.14' });
  await house.pay({ personalAccountId: account(1), amount: '9999.99', paidOn: '2026-02-03' });
  const storno = { reason: 'ошибка' };
  const params = { chargeId: chargeIds[1] };
  assert.equal((await house.ask(reverseCharge, { params, body: storno })).status, 200);
});
after(async () => stand.stop());

const account = (nth: number): number => house.accounts[nth] ?? 0;

async function exported(query: object): Promise<Answered<typeof exportLedger>> {
  return house.ask(exportLedger, { query: { ...query } });
}

function hledger(journal: string, ...args: readonly string[]): string {
  const told = spawnSync('hledger', ['-f', '-', ...args], { input: journal, encoding: 'utf8' });
  assert.equal(told.status, 0, told.stderr);
  return told.stdout;
}

test(
  'hledger finds it balanced, and has our balances to the kopeck',
  { skip: missing('hledger') },
  async () => {
    const { status, text } = await exported({ houseId: house.houseId });
    assert.equal(status, 200);
    assert.match(text, new RegExp(`; end of ${house.accounts.length * CHARGES + 5} entries\n$`));
    hledger(text, 'check');
    const csv = hledger(text, 'balance', 'assets:receivable', '--flat', '--empty', '-O', 'csv');
    const found = new Map(
      csv
        .trim()
        .split('\n')
        .slice(1, -1)
        .map((line) => line.replaceAll('"', '').split(',') as [string, string]),
    );
    for (const id of house.accounts) {
      const of = (kind: string): string =>
        (
          found.get(`assets:receivable:${kind}:house ${house.houseId}:account ${id}`) ?? '0'
        ).replace(' RUB', '');
      const amount = (shown: string): string => (shown === '0' ? '0.00' : shown);
      assert.deepEqual([amount(of('principal')), amount(of('penalty'))], await house.owed(id));
    }
  },
);

test('an organization’s is that of its houses, and can be limited to months', async () => {
  const { houseId, organizationId } = house;
  const whole = await exported({ houseId: house.houseId });
  const same = await exported({ organizationId, format: 'hledger' });
  assert.equal(same.text, whole.text);
  assert.equal((await exported({ houseId, organizationId })).text, whole.text);
  const february = await exported({ houseId, periodFrom: '2026-02', periodTo: '2026-02' });
  assert.match(february.text, /; end of 4 entries\n$/);
  const later = await exported({ houseId, periodFrom: '2030-01' });
  assert.match(later.text, /; end of 0 entries\n$/);
  assert.match(
    february.text,
    / {4}assets:receivable:principal:house \d+:account \d+ {2}-17\.35 RUB\n/,
  );
});

test('while payments are booked it is of one moment, from its first page to its last', async () => {
  const ends = [account(0), account(house.accounts.length - 1)];
  const state = { isBooked: false };
  const booking = (async () => {
    for (let nth = 0; nth < 100; nth += 1)
      await house.pay({
        personalAccountId: ends[nth % 2] ?? 0,
        amount: '1.00',
        paidOn: '2026-03-03',
      });
  })().finally(() => {
    state.isBooked = true;
  });
  while (!state.isBooked) {
    const { text } = await exported({ houseId: house.houseId, periodTo: '2026-03' });
    const [first = 0, last = 0] = ends.map((id) => countPayments(text, id));
    assert.ok(first === last || first === last + 1, `${first} and ${last} payments`);
  }
  await booking;
});

/** Of one rouble, as no other entry is. */
function countPayments(journal: string, personalAccountId: number): number {
  const line = new RegExp(`:account ${personalAccountId} {2}-1\\.00 RUB`, 'g');
  return journal.match(line)?.length ?? 0;
}

test('the audit log records it', async () => {
  const told = async (): Promise<number> => {
    const { rowCount } = await owner.query(
      `select from audit_log where action = 'ledger.entries-exported' and organization_id = $1`,
      [house.organizationId],
    );
    return rowCount ?? 0;
  };
  const earlier = await told();
  await exported({ houseId: house.houseId, periodTo: '2026-01' });
  assert.equal(await told(), earlier + 1);
});

for (const { query, status, why } of [
  { query: {}, status: 400, why: 'nothing is named' },
  { query: { houseId: 987_654 }, status: 404, why: 'there is no such house' },
  { query: { organizationId: 987_654 }, status: 404, why: 'there is no such organization' },
  { query: { houseId: 1, format: 'ledger' }, status: 400, why: 'another format' },
  {
    query: { houseId: 1, periodFrom: '2026-02', periodTo: '2026-01' },
    status: 400,
    why: 'the months are reversed',
  },
])
  test(`it is refused: ${why}`, async () => {
    assert.equal((await exported(query)).status, status);
  });

test('another company’s is a 404', async () => {
  const stranger = await stand.newUser();
  const { houseId, organizationId } = house;
  for (const query of [{ houseId }, { organizationId }]) {
    const { status, problem } = await ask(stand.app, stranger, exportLedger, { query });
    assert.deepEqual([status, problem.code], [404, 'not-found']);
  }
});
