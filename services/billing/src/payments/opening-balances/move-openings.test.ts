// The balances of a company that moves in, as sent by core: piece by piece, booked once, undone once.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { listAccountBalances } from '@kvartplata/contracts/billing/account-balances.ts';
import {
  bookMoveOpenings,
  checkMoveBooks,
  dropMoveDrafts,
  giveMoveOpenings,
  judgeMoveOpenings,
  undoMoveOpenings,
  type MoveBooks,
  type MoveJudgement,
  type MoveOpening,
  type MoveOpeningRow,
} from '@kvartplata/contracts/billing/move-openings.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { undoOpeningImport } from '@kvartplata/contracts/billing/opening-balances.ts';
import type { Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { Answered, Sent } from '@kvartplata/platform/testing/answered.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { lockJudging } from './opening-judging.repository.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { assertInOrder } from '../../testing/in-order.ts';
import {
  ask,
  calculate,
  inCore,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let core: TestUser;
let house: SeededHouse;
let account = 0;
let moveId = 0;

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  core = await stand.newService('core');
  house = await seedHouse(stand.coreUrl, owner);
  const params = { houseId: house.houseId };
  account = (await inCore(stand, owner).call(listAccountsOfHouse, { params })).items[0]?.id ?? 0;
});
after(async () => {
  await assertInOrder(stand.db);
  await stand.stop();
});

async function asCore<E extends Endpoint>(endpoint: E, sent: Sent): Promise<Answered<E>> {
  return ask(stand.app, core, endpoint, sent);
}

function row(over: Partial<MoveOpeningRow> = {}): MoveOpeningRow {
  return {
    line: 2,
    houseId: house.houseId,
    personalAccountId: account,
    account: 'LS01',
    month: '2025-06',
    kind: 'principal',
    amount: '1234.56',
    houseServiceId: null,
    serviceName: null,
    serviceKind: null,
    ...over,
  };
}

async function give(rows: readonly MoveOpeningRow[], number = 1): Promise<MoveOpening> {
  const { organizationId } = house;
  const { body } = await asCore(giveMoveOpenings, {
    params: { moveId },
    body: {
      organizationId,
      asOf: '2025-07',
      fileName: 'долги.csv',
      fileHash: String(moveId).padStart(64, '0'),
      requestedBy: 1,
      number,
      rows,
    },
  });
  return body;
}

async function untilEnded(
  endpoint: typeof bookMoveOpenings | typeof undoMoveOpenings,
): Promise<string> {
  const { organizationId } = house;
  const body =
    endpoint === undoMoveOpenings ? { organizationId, requestedBy: 1 } : { organizationId };
  let status = '';
  await until(`the opening of move ${moveId} has ended`, async () => {
    ({ status } = (await asCore(endpoint, { params: { moveId }, body })).body);
    return !['QUEUED', 'RUNNING', 'UNDOING'].includes(status);
  });
  return status;
}

async function balance(): Promise<readonly string[]> {
  const { body } = await ask(stand.app, owner, listAccountBalances, {
    query: { houseId: house.houseId },
  });
  const found = body.items.find(({ personalAccountId }) => personalAccountId === account);
  return [found?.principalDebt ?? '0.00', found?.penaltyDebt ?? '0.00'];
}

test('pieces sent twice are booked once, and reversed once', async () => {
  moveId = 1;
  const first = [row(), row({ line: 3, kind: 'penalty', amount: '300.00' })];
  await give(first);
  await give(first);
  await give([row({ line: 4, month: '2025-05', amount: '0.44' })], 2);
  assert.equal(await untilEnded(bookMoveOpenings), 'COMPLETED');
  assert.deepEqual(await balance(), ['1235.00', '300.00']);
  const { openingImportId } = await give(first);
  const { rows: kept } = await stand.owner.query(
    `select total_rows, (select count(*)::integer from opening_import_pieces
      where opening_import_pieces.organization_id = $1 and import_id = $2) as pieces
    from opening_imports where organization_id = $1 and id = $2`,
    [house.organizationId, openingImportId],
  );
  assert.deepEqual(kept, [{ total_rows: 3, pieces: 0 }]);
  const alone = await ask(stand.app, owner, undoOpeningImport, { params: { openingImportId } });
  assert.deepEqual([alone.status, alone.problem.code], [409, 'conflict']);
  assert.equal(await untilEnded(undoMoveOpenings), 'UNDONE');
  assert.deepEqual(await balance(), ['0.00', '0.00']);
  await assertInOrder(stand.db);
});

test('a request while the balances are being booked is answered without waiting', async () => {
  const { organizationId } = house;
  await inTransaction(stand.db, async (booking) => {
    // The lock that every inserted document takes.
    await sql`select from opening_imports where organization_id = ${organizationId} and move_id = 1 for key share`.execute(
      booking,
    );
    const asked = { params: { moveId: 1 }, body: { organizationId } };
    const { status } = await Promise.race([
      asCore(bookMoveOpenings, asked),
      setTimeout(10_000, { status: 'it waits' }),
    ]);
    assert.equal(status, 200);
  });
});

test('a single refused row keeps all from being booked', async () => {
  moveId = 2;
  await give([row(), row({ line: 3 })]);
  assert.equal(await untilEnded(bookMoveOpenings), 'FAILED');
  assert.equal(await untilEnded(undoMoveOpenings), 'UNDONE');
});

test('a move that sent nothing is a 404', async () => {
  const asked = { params: { moveId: 77 }, body: { organizationId: house.organizationId } };
  assert.equal((await asCore(bookMoveOpenings, asked)).status, 404);
});

async function judge(rows: readonly MoveOpeningRow[], hash = '9'): Promise<MoveJudgement> {
  const { organizationId } = house;
  const fileHash = hash.padStart(64, '0');
  const body = { organizationId, asOf: '2025-07', fileHash, rows };
  return (await asCore(judgeMoveOpenings, { body })).body;
}

test('rows already in another import are reported by their lines, and so is a file booked as a whole', async () => {
  moveId = 3;
  await give([row(), row({ line: 3, kind: 'advance', amount: '5.00' })]);
  assert.equal(await untilEnded(bookMoveOpenings), 'COMPLETED');
  const { openingImportId } = await give([row()]);
  assert.deepEqual(await judge([row({ line: 8 }), row({ line: 9, kind: 'penalty' })]), {
    closedMonth: null,
    isBooked: false,
    refused: [{ line: 8, code: 'already-booked', params: [String(openingImportId), '2'] }],
  });
  assert.deepEqual((await judge([row()], '3')).isBooked, true);
  assert.equal(await untilEnded(undoMoveOpenings), 'UNDONE');
  assert.deepEqual((await judge([row()], '3')).refused, []);
});

test('undoing a move deletes its drafts, and is prevented by later bookings', async () => {
  moveId = 4;
  const { organizationId, houseId } = house;
  const storedAt = new Date().toISOString();
  const check = async (at = storedAt): Promise<MoveBooks> => {
    const body = { organizationId, asOf: '2025-07', storedAt: at, houseIds: [houseId] };
    return (await asCore(checkMoveBooks, { params: { moveId }, body })).body;
  };
  const nothing = { closedMonth: null, bookedMonths: [], isBeingComputed: false };
  const month = house.months[0] ?? '';
  const drop = async (): Promise<number> => {
    const body = { organizationId, houseIds: [houseId] };
    return (await asCore(dropMoveDrafts, { body })).body.houseMonths;
  };
  await calculate(stand.app, owner, { houseId }, month);
  assert.deepEqual(await check(), nothing);
  assert.equal(await drop(), 1);
  const left = await ask(stand.app, owner, listHouseCharges, {
    params: { houseId },
    query: { period: month },
  });
  assert.deepEqual(left.body.items, []);

  const job = await calculate(stand.app, owner, { houseId }, month);
  const params = { cycleId: job.billingCycleId };
  await ask(stand.app, owner, applyCycle, { params });
  assert.deepEqual(await check(), { ...nothing, bookedMonths: [month] });
  const later = new Date(Date.now() + 3_600_000).toISOString();
  assert.deepEqual(await check(later), nothing);
  assert.equal(await drop(), 0);
  assert.deepEqual(await judge([row({ month }), row({ month, line: 3, kind: 'penalty' })]), {
    closedMonth: null,
    isBooked: false,
    refused: [{ line: 2, code: 'month-charged', params: [month] }],
  });
});

test('an undo waits for its turn, and is given up if something is paid meanwhile', async () => {
  const { organizationId, houseId } = await seedHouse(stand.coreUrl, owner);
  const params = { houseId };
  const [found] = (await inCore(stand, owner).call(listAccountsOfHouse, { params })).items;
  const personalAccountId = found?.id ?? 0;
  moveId = 5;
  house = { ...house, organizationId, houseId };
  await give([row({ personalAccountId })]);
  assert.equal(await untilEnded(bookMoveOpenings), 'COMPLETED');

  const undo = { params: { moveId }, body: { organizationId, requestedBy: 1 } };
  await inTransaction(stand.db, async (another) => {
    await lockJudging(another, organizationId);
    assert.equal((await asCore(undoMoveOpenings, undo)).body.status, 'UNDOING');
    const paidOn = `${house.months[0]}-10`;
    const body = { personalAccountId, amount: '34.56', paidOn };
    assert.equal((await ask(stand.app, owner, createPayment, { body })).status, 201);
  });
  let told: MoveOpening | undefined;
  await until('the undo is given up', async () => {
    told = (await asCore(undoMoveOpenings, undo)).body;
    return told.status !== 'UNDOING';
  });
  assert.deepEqual(
    [told?.status, told?.error, told?.errorFacts],
    ['COMPLETED', 'move-built-upon', { months: [house.months[0]] }],
  );
  const { body } = await ask(stand.app, owner, listAccountBalances, { query: { houseId } });
  assert.deepEqual(
    body.items.map(({ principalDebt }) => principalDebt),
    ['1200.00'],
  );
});

test('a user gets a 401 where a service is required', async () => {
  const refused = await ask(stand.app, owner, dropMoveDrafts, {
    body: { organizationId: house.organizationId, houseIds: [] },
  });
  assert.equal(refused.status, 401);
});
