// Tampering that bypasses the database's guards as its owner is detected: every column of every table of the books is changed,
// every kind of row is removed, and whole histories are rewritten. Each case runs in a transaction that is rolled back.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createAdjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle, reopenCycle } from '@kvartplata/contracts/billing/close.ts';
import { getSealsKey } from '@kvartplata/contracts/billing/seals.ts';
import { reversePayment } from '@kvartplata/contracts/billing/payments.ts';
import { reverseCharge } from '@kvartplata/contracts/billing/stornos.ts';
import {
  inTransaction,
  openDatabase,
  type Database,
} from '@kvartplata/platform/database/database.ts';
import type pg from 'pg';
import type { BillingTables } from '../../tables.ts';
import { makeAccruingHouse, type AccruingHouse } from '../../testing/accruing.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { untilAllocated } from '../../testing/paying-house.ts';
import {
  BOOKS,
  changeOf,
  NOT_WATCHED,
  ROWS_OF,
  TOLD_AS,
  type Column,
} from '../../testing/changed-columns.ts';
import { HEADER, importOpening, undoOpening } from '../../testing/opening-files.ts';
import { ask, type TestUser } from '../../testing/test-user.ts';
import { STORIES } from '../../testing/falsified-books.ts';
import { sql } from 'kysely';
import { listDoubtfulMonths, readAsTheyLie } from './doubtful-months.repository.ts';
import { IN_ORDER, verifyLedger, type LedgerFaults } from './ledger-verification.service.ts';

let stand: BillingStand;
let database: Database<BillingTables>;
let house: AccruingHouse;
let key: string;

before(async () => {
  stand = await startBillingStand();
  database = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'tampering' });
  house = await makeAccruingHouse(stand);
  await makeHistory(house, stand.owner);
  key = (await ask(stand.app, stand.admin, getSealsKey, {})).body.key;
});
after(async () => {
  await database.db.destroy();
  await stand.stop();
});

/** Three months, the first two closed, the second of them twice; payments, a penalty, adjustments, stornos and a correction. */
async function makeHistory(
  {
    accounts,
    accrue,
    charge,
    draft,
    pay,
    ask: asHouse,
    organizationId,
    houseId,
    user,
  }: AccruingHouse,
  pool: pg.Pool,
): Promise<void> {
  const [one = 0, two = 0, three = 0] = accounts;
  await bringOpenings(user);
  const january = await charge('2026-01', [
    [one, '1000.10'],
    [two, '50.00'],
    [two, '-10.00'],
    [three, '7.00'],
  ]);
  await pay({ personalAccountId: one, amount: '40', paidOn: '2026-02-03', reference: 'пп 17' });
  const februaryDraft = await draft('2026-02', [
    [one, '30.00'],
    [three, '7.77'],
  ]);
  await pool.query(
    `insert into corrections (organization_id, house_id, period_from, period_to, period, billing_cycle_id, reason, line_count,
       amount, requested_by) values ($1, $2, '2026-01-01', '2026-01-01', '2026-02-01', $3, 'выезд', 1, 1, 1)`,
    [organizationId, houseId, februaryDraft.cycleId],
  );
  await applyAll(asHouse, februaryDraft.cycleId);
  await accrue('2026-06-15');
  await close(asHouse, january.cycleId);
  await close(asHouse, februaryDraft.cycleId);
  const reopen = { params: { cycleId: februaryDraft.cycleId }, body: { reason: 'ошибка' } };
  assert.equal((await asHouse(reopenCycle, reopen)).status, 200);
  await close(asHouse, februaryDraft.cycleId);
  const march = await charge('2026-03', [
    [one, '31.00'],
    [two, '5.00'],
  ]);
  const paid = await pay({ personalAccountId: two, amount: '12.50', paidOn: '2026-03-20' });
  await pay({ personalAccountId: one, amount: '3000', paidOn: '2026-03-21', source: 'касса' });
  const reason = { reason: 'дважды' };
  const storno = { params: { chargeId: march.chargeIds[1] }, body: reason };
  assert.equal((await asHouse(reverseCharge, storno)).status, 200);
  const back = { params: { paymentId: paid.id }, body: reason };
  assert.equal((await asHouse(reversePayment, back)).status, 200);
  for (const [kind, amount] of [
    ['charge', '11.00'],
    ['write-off', '-3.00'],
  ] as const)
    assert.equal((await adjust(asHouse, { personalAccountId: two, kind, amount })).status, 201);
  await untilAllocated(pool);
}

/** One that is in force, and one that was undone. */
async function bringOpenings(user: TestUser): Promise<void> {
  const [service, row] = ['cold-water', 'LS04;2025-12'];
  const standing = `${HEADER}\n${row};principal;${service};40\n${row};penalty;;1\nLS05;2025-11;advance;;3\n`;
  assert.equal((await importOpening(stand.app, user, { asOf: '2026-01' }, standing)).accepted, 3);
  const other = `${HEADER}\nLS06;2025-11;principal;;5\nLS06;2025-11;penalty;;1\n`;
  const { id } = await importOpening(stand.app, user, { asOf: '2026-01' }, other);
  assert.equal((await undoOpening(stand.app, user, id)).undo, 'UNDONE');
}

async function adjust(asHouse: AccruingHouse['ask'], line: object) {
  const body = { ...line, reason: 'перерасчёт', basis: 'акт 3' };
  return asHouse(createAdjustment, { body });
}

async function close(asHouse: AccruingHouse['ask'], cycleId: number): Promise<void> {
  const { status, body } = await asHouse(closeCycle, { params: { cycleId } });
  assert.equal(status, 200, JSON.stringify(body));
}

async function applyAll(asHouse: AccruingHouse['ask'], cycleId: number): Promise<void> {
  assert.equal((await asHouse(applyCycle, { params: { cycleId } })).status, 200);
}

class RolledBack extends Error {}

/** What a verification finds after the statements ran without triggers and foreign keys. */
async function tamper(statements: readonly string[]): Promise<LedgerFaults> {
  let faults: LedgerFaults | undefined;
  const change = database.db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    let changed = 0n;
    for (const statement of statements) {
      const { numAffectedRows } = await sql.raw(statement).execute(trx);
      changed += numAffectedRows ?? 0n;
    }
    assert.ok(changed > 0n, `nothing was changed by ${statements.join('; ')}`);
    faults = await verifyLedger(trx, { keys: [key] });
    throw new RolledBack();
  });
  await change.catch((error: unknown) => {
    if (!(error instanceof RolledBack)) throw error;
  });
  return faults ?? IN_ORDER;
}

function kindsOf(faults: LedgerFaults): readonly string[] {
  return Object.entries(faults).flatMap(([kind, { length }]) => (length > 0 ? [kind] : []));
}

function isReportedAs(table: (typeof BOOKS)[number], found: readonly string[]): boolean {
  return TOLD_AS[table].some((kind) => found.includes(kind));
}

async function listColumns(): Promise<readonly Column[]> {
  const { rows } = await database.pool.query<Column>(
    `select table_name as table, column_name as column, data_type as type from information_schema.columns
     where table_schema = 'public' and table_name = any($1) and is_generated = 'NEVER'
     order by table_name, ordinal_position`,
    [BOOKS],
  );
  return rows;
}

describe('tampering', () => {
  test('starts from books that are in order', async () => {
    assert.deepEqual(await verifyLedger(database.db, { keys: [key] }), IN_ORDER);
  });

  test('aside, only opening balances, whose links are of several kinds, are checked twice', async () => {
    const { organizationId, houseId } = house;
    const doubtful = await inTransaction(database.db, async (trx) => {
      await readAsTheyLie(trx);
      return listDoubtfulMonths(trx, { organizationId, houseIds: [houseId] }, 1);
    });
    assert.deepEqual(doubtful, [
      { houseId, period: '2025-11-01', doubt: 'entries' },
      { houseId, period: '2025-11-01', doubt: 'openings' },
      { houseId, period: '2025-12-01', doubt: 'entries' },
      { houseId, period: '2025-12-01', doubt: 'openings' },
    ]);
  });

  test('with any column of the books is detected', async (t) => {
    const columns = await listColumns();
    assert.ok(columns.length > 150);
    const missed: string[] = [];
    for (const column of columns) {
      const name = `${column.table}.${column.column}`;
      if (NOT_WATCHED.has(name)) continue;
      try {
        const found = kindsOf(await tamper([changeOf(column)]));
        if (!isReportedAs(column.table, found)) missed.push(`${name}: ${found.join(', ')}`);
        else t.diagnostic(`${name}: ${found.join(', ')}`);
      } catch (error) {
        missed.push(`${name}: ${(error as Error).message}`);
      }
    }
    assert.deepEqual(missed, []);
  });

  for (const table of BOOKS) {
    const condition = ROWS_OF[table] ?? 'true';
    test(`with a row of ${table} deleted is detected`, async () => {
      const row = `(select t.tableoid, t.ctid from ${table} as t where ${condition} order by t::text limit 1)`;
      const faults = await tamper([`delete from ${table} where (tableoid, ctid) = ${row}`]);
      assert.ok(isReportedAs(table, kindsOf(faults)), `found ${kindsOf(faults).join(', ')}`);
    });
  }
});

describe('a consistently falsified history', () => {
  for (const [what, statements, kind] of STORIES) {
    test(`is detected: ${what}`, async () => {
      const found = kindsOf(await tamper(statements));
      assert.ok(found.includes(kind), `found ${found.join(', ') || 'nothing'}`);
    });
  }
});
