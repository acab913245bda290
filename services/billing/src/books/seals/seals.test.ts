// The seal of a closed month: another program finds the same hashes, later bookings leave it intact, and bypassing the database's
// guards breaks it.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  getCheckpoint,
  getMonthSeal,
  getReceiptProof,
  getSealsKey,
} from '@kvartplata/contracts/billing/seals.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { leafHash, treeRoot } from '@kvartplata/platform/proof/merkle-tree.ts';
import { createNoteSigner } from '@kvartplata/platform/proof/signed-note.ts';
import { verifyProof } from '@kvartplata/platform/proof/verify-proof.js';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { bookPenalty, makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import type { BillingTables } from '../../tables.ts';
import { ask } from '../../testing/test-user.ts';
import { withoutGuards } from '../../testing/without-guards.ts';
import { verifyLog } from '../ledger-verification/ledger-verification.service.ts';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
let january: number;
let february: number;
let chargeIds: readonly number[];

before(async () => {
  stand = await startBillingStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  ({ cycleId: january, chargeIds } = await house.charge('2026-01', [
    [account(0), '100.10'],
    [account(1), '50.00'],
    [account(1), '-50.00'],
  ]));
  ({ cycleId: february } = await house.charge('2026-02', [
    [account(0), '30.00'],
    [account(2), '7.77'],
  ]));
  await bookPenalty(stand, house, account(0), { period: '2026-02', amount: '1.05' });
  await house.pay({ personalAccountId: account(0), amount: '40', paidOn: '2026-02-03' });
  for (const cycleId of [january, february])
    assert.equal((await house.ask(closeCycle, { params: { cycleId } })).status, 200);
});
after(async () => stand.stop());

const account = (nth: number): number => house.accounts[nth] ?? 0;

async function sealOf(
  cycleId: number,
  user = house.user,
  query: { readonly withinMs?: number; readonly since?: string } = {},
): Promise<Answered<typeof getMonthSeal>> {
  return ask(stand.app, user, getMonthSeal, { params: { cycleId }, query });
}

/** Without the times at which it was requested and verified. */
async function timelessSealOf(cycleId: number): Promise<unknown> {
  const { askedAt: _asked, verifiedAt: _verified, ...seal } = (await sealOf(cycleId)).body;
  return seal;
}

/** What an independent program computes from the exported ledger. */
async function turnoverHashOf(month: string): Promise<string> {
  const lines: string[] = [];
  for (const id of house.accounts.toSorted((a, b) => a - b)) {
    const entries = await house.entries(id);
    const sum = (keeps: (entry: LedgerEntry) => boolean): string =>
      formatKopecks(
        sumBy(
          entries.filter(keeps),
          ({ debit, credit }) => parseKopecks(debit) - parseKopecks(credit),
        ),
      );
    const inMonth = (type: string, kind: string): string =>
      sum(
        (entry) =>
          entry.period === month && entry.transactionType === type && entry.debtKind === kind,
      );
    const figures = [
      inMonth('CHARGE', 'principal'),
      inMonth('PENALTY', 'penalty'),
      inMonth('PAYMENT', 'principal'),
      inMonth('PAYMENT', 'penalty'),
      inMonth('STORNO', 'principal'),
      inMonth('STORNO', 'penalty'),
      sum((entry) => entry.period <= month && entry.debtKind === 'principal'),
      sum((entry) => entry.period <= month && entry.debtKind === 'penalty'),
    ];
    const place = [house.organizationId, month, house.houseId, id];
    if (figures.some((figure) => figure !== '0.00')) lines.push([...place, ...figures].join('|'));
  }
  return treeRoot(lines.map(leafHash)).toString('hex');
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('a closed month has the hashes that an independent implementation computes', async () => {
  const { status, body } = await sealOf(january);
  assert.equal(status, 200, JSON.stringify(body));
  assert.deepEqual(body, {
    billingCycleId: january,
    period: '2026-01',
    sealedAt: body.sealedAt,
    turnoverHash: await turnoverHashOf('2026-01'),
    chainHash: body.chainHash,
    papersHash: body.papersHash,
    logIndex: 0,
    isLogged: true,
    verifiedAt: body.verifiedAt,
    isValid: true,
    found: {
      houses: 1,
      accounts: 1,
      turnoverHash: body.turnoverHash,
      chainHash: body.chainHash,
      papersHash: body.papersHash,
    },
    chainFaults: [],
    askedAt: body.askedAt,
    checks: body.checks,
    reopened: [],
  });
  assert.ok(body.verifiedAt !== null && body.verifiedAt >= body.askedAt);
  const { rows } = await owner.query<{ hash: string }>(
    `select encode(hash, 'hex') as hash from ledger_links where house_id = $1 and number = 1`,
    [house.houseId],
  );
  assert.equal(body.chainHash, sha256(`${house.houseId}|1|${rows[0]?.hash}`));
  const next = (await sealOf(february)).body;
  assert.deepEqual([next.isValid, next.found?.accounts], [true, 2]);
  assert.equal(next.turnoverHash, await turnoverHashOf('2026-02'));
});

test('later bookings leave the seal valid', async () => {
  const sealed = [await timelessSealOf(january), await timelessSealOf(february)];
  await house.pay({ personalAccountId: account(1), amount: '12.5', paidOn: '2026-01-20' });
  const storno = { params: { chargeId: chargeIds[0] }, body: { reason: 'ошибка' } };
  assert.equal((await house.ask(reverseCharge, storno)).status, 200);
  await house.charge('2026-03', [[account(0), '30.00']]);
  assert.deepEqual([await timelessSealOf(january), await timelessSealOf(february)], sealed);
});

test('an amount changed past the guards makes it invalid, and the faults name the link', async () => {
  const set = async (amount: string): Promise<void> =>
    withoutGuards(
      owner,
      `update ledger_entries set debit = $2 where house_id = $1 and period = '2026-02-01' and personal_account_id = $3
         and transaction_type = 'CHARGE'`,
      [house.houseId, amount, account(2)],
    );
  await set('7.78');
  const { body: asked } = await sealOf(february, house.user, { withinMs: 0 });
  assert.ok(asked.verifiedAt !== null && asked.verifiedAt < asked.askedAt, 'it says so');
  assert.deepEqual([asked.isValid, asked.isLogged], [true, true], 'as it was found last');
  const { body } = await sealOf(february, house.user, { since: asked.askedAt });
  assert.ok(body.verifiedAt !== null && body.verifiedAt >= asked.askedAt);
  assert.equal(body.isValid, false);
  assert.notEqual(body.found?.turnoverHash, body.turnoverHash);
  assert.equal(body.found?.chainHash, body.chainHash);
  assert.deepEqual(body.chainFaults, [
    { houseId: house.houseId, number: 2, period: '2026-02', fault: 'entries' },
  ]);
  await set('7.77');
  assert.equal((await sealOf(february)).body.isValid, true);
});

test('ten concurrent requests share one or two verifications, and one that does not wait is answered later', async () => {
  const ten = await Promise.all(Array.from({ length: 10 }, async () => sealOf(february)));
  assert.ok(ten.every(({ body }) => body.isValid === true));
  assert.ok(new Set(ten.map(({ body }) => body.verifiedAt)).size <= 3);
  const { cycleId } = await house.draft('2026-06', [[account(0), '1.00']]);
  const { body } = await sealOf(cycleId, house.user, { withinMs: 0 });
  // Its verification may end before the answer is put together.
  const isVerified = body.verifiedAt !== null;
  assert.deepEqual([body.found !== null, body.chainFaults !== null], [isVerified, isVerified]);
  const { body: later } = await sealOf(cycleId, house.user, { since: body.askedAt });
  assert.deepEqual([later.isValid, later.found?.houses], [null, 1]);
});

test('a seal that its log, its closing or its lines contradict counts as not logged', async () => {
  const leaf = (from: string, to: string): string =>
    `update seal_log set leaf = replace(leaf, '|${from}|', '|${to}|') where index = 0`;
  const closed = (moved: string): string =>
    `update billing_cycles set closed_at = closed_at ${moved} interval '1 second' where id = ${january}`;
  const lines = `update sealed_lines set billing_cycle_id = -billing_cycle_id where abs(billing_cycle_id) = ${january}`;
  const accounts = (more: number): string =>
    `update month_seals set accounts = accounts + ${more} where log_index = 0`;
  const changes = [
    [leaf('2026-01', '2025-01'), leaf('2025-01', '2026-01')],
    [closed('+'), closed('-')],
    [lines, lines],
    [accounts(1), accounts(-1)],
  ] as const;
  for (const [change, undo] of changes) {
    await withoutGuards(owner, change);
    const { body } = await sealOf(january, house.user, { withinMs: 0 });
    await withoutGuards(owner, undo);
    // A seal that is not the closing's counts as missing.
    assert.notEqual(body.isLogged, true, change);
  }
  assert.equal((await sealOf(january)).body.isLogged, true);
});

test('an open month has none yet, and another company’s is a 404', async () => {
  const { cycleId } = await house.draft('2026-04', [[account(0), '1.00']]);
  const { status, body } = await sealOf(cycleId);
  assert.deepEqual(
    [status, body.sealedAt, body.turnoverHash, body.chainHash, body.isValid, body.checks],
    [200, null, null, null, null, null],
  );
  assert.equal(body.isLogged, null);
  assert.equal(body.found?.turnoverHash, await turnoverHashOf('2026-04'));
  assert.equal((await sealOf(january, await stand.newUser())).status, 404);
});

test('an account of a closed month has a proof, which verifies without the platform', async () => {
  const checkpoint = await ask(stand.app, stand.admin, getCheckpoint, { query: { since: '1' } });
  const { body: proof, status } = await proofOf(february, account(2));
  assert.equal(status, 200, JSON.stringify(proof));
  assert.equal(proof.checkpoint, checkpoint.body.checkpoint);
  assert.equal(proof.size, 2);
  const { body: key } = await ask(stand.app, stand.admin, getSealsKey, {});
  const known = { key: key.key, checkpoint: checkpoint.body.checkpoint };
  assert.deepEqual(await verifyProof(proof, known), {
    isGood: true,
    line: `${house.organizationId}|2026-02|${house.houseId}|${account(2)}|7.77|0.00|0.00|0.00|0.00|0.00|7.77|0.00`,
    sealedAt: new Date(String((await sealOf(february)).body.sealedAt)),
    origin: key.origin,
    logSize: 2,
    key: key.key,
  });
  const older = await proofOf(february, account(2), '1');
  assert.equal(older.body.consistency.checkpoint, checkpoint.body.consistency.checkpoint);
  assert.equal((await verifyProof(older.body, known)).isGood, true);
});

test('there is no proof for an open month, an account without a line, a later log, or a stranger', async () => {
  const { cycleId } = await house.draft('2026-05', [[account(0), '1.00']]);
  assert.equal((await proofOf(cycleId, account(0))).status, 404);
  assert.equal((await proofOf(january, account(2))).status, 404);
  assert.equal((await proofOf(january, account(0), '3')).status, 404);
  assert.equal((await proofOf(january, account(0), undefined, await stand.newUser())).status, 404);
});

test('any two heads are proved to be of one log, the earlier one first', async () => {
  const headOf = async (query: { readonly since: string; readonly size?: string }) =>
    ask(stand.app, stand.admin, getCheckpoint, { query });
  const { body: last } = await headOf({ since: '1' });
  const { body: earlier } = await headOf({ since: '0', size: '1' });
  assert.equal(earlier.checkpoint, last.consistency.checkpoint);
  assert.match(earlier.consistency.checkpoint, /^[^\n]+\n0\n/);
  assert.deepEqual((await headOf({ since: '1', size: '2' })).body, last);
  for (const query of [
    { since: '0', size: '3' },
    { since: '2', size: '1' },
  ])
    assert.equal((await headOf(query)).status, 404);
});

test('the metrics show the last head', async () => {
  const { checkpoint } = (await ask(stand.app, stand.admin, getCheckpoint, {})).body;
  const [, size = '', root = ''] = checkpoint.split('\n');
  const { body } = await stand.app.inject({ method: 'GET', url: '/metrics' });
  assert.ok(body.includes(`seal_log_head_info{size="${size}",root="${root}",`));
});

test('heads signed with a past key are verified by it, and by no other', async () => {
  const { db } = openDatabase<BillingTables>({
    url: stand.databaseUrl,
    poolSize: 1,
    applicationName: 'test',
  });
  const { key } = (await ask(stand.app, stand.admin, getSealsKey, {})).body;
  const changed = createNoteSigner('kvartplata/seals', Buffer.alloc(32, 9)).verifierKey;
  const faultsBy = async (...keys: readonly string[]) => (await verifyLog(db, { keys })).sealFaults;
  assert.deepEqual(
    await faultsBy(changed),
    [1, 2].map((at) => ({ at, fault: 'signature' })),
  );
  assert.deepEqual(await faultsBy(changed, key), []);
  await db.destroy();
});

test('the heads of the log are recorded, and a forked one is no longer signed', async () => {
  const { rows } = await owner.query<{ size: number; note: string }>(
    'select size::integer, note from checkpoints order by size',
  );
  assert.deepEqual(
    rows.map(({ size }) => size),
    [1, 2],
  );
  const change = async (from: string, to: string): Promise<void> =>
    withoutGuards(owner, `update seal_log set leaf = replace(leaf, $1, $2) where index = 0`, [
      from,
      to,
    ]);
  await change('|2026-01|', '|2025-01|');
  const other = await stand.startWorker();
  const { status } = await fetch(other.url + addressOf(getCheckpoint, {}));
  assert.equal(status, 500);
  await change('|2025-01|', '|2026-01|');
  assert.equal((await ask(stand.app, stand.admin, getCheckpoint, {})).status, 200);
});

async function proofOf(
  cycleId: number,
  personalAccountId: number,
  since?: string,
  user = house.user,
): Promise<Answered<typeof getReceiptProof>> {
  const query = { personalAccountId, since };
  return ask(stand.app, user, getReceiptProof, { params: { cycleId }, query });
}
