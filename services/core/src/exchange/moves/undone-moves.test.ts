// A move is undone while people go on: what was booked since its request keeps it, and nothing new is booked on its accounts.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { listAccountsByNumber, listAccountSummaries } from '@kvartplata/contracts/core/internal.ts';
import { getMove, startMove, undoMove, type Move } from '@kvartplata/contracts/core/moves.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import {
  deleteRegisteredPersons,
  writeRegisteredPersons,
} from '@kvartplata/contracts/core/registered-persons.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { houseFile } from '../../testing/house-file.ts';
import { csv } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { NOTHING_BOOKED } from '../../testing/fake-openings.ts';

const NUMBERS = ['П-1', 'П-2'];

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  core.openings.books = NOTHING_BOOKED;
});
after(async () => core.close());

async function moveIn(): Promise<Move> {
  const rows = NUMBERS.map((number, nth) => ({ account: number, room: String(nth + 1) }));
  const balances = csv([
    ['account', 'month', 'kind', 'service', 'amount'],
    ['П-1', '2025-11', 'principal', '', '1234,56'],
  ]);
  const body = new FormData();
  body.append('accounts', new File([houseFile(rows)], 'accounts.csv'));
  body.append('balances', new File([balances], 'balances.csv'));
  const query = { organizationId, asOf: '2026-01' };
  return untilEnded((await core.ask(owner, startMove, { query, body })).body);
}

async function undo({ id: moveId }: Move): Promise<Move> {
  return (await core.ask(owner, undoMove, { params: { moveId } })).body;
}

async function untilEnded(move: Move): Promise<Move> {
  let told = move;
  await until(`move ${move.id} has ended`, async () => {
    told = (await core.ask(owner, getMove, { params: { moveId: move.id } })).body;
    return told.finishedAt !== null;
  });
  return told;
}

async function listIds(): Promise<readonly number[]> {
  const { body } = await core.ask(owner, listPersonalAccounts, { query: { organizationId } });
  return body.items.map(({ id }) => id);
}

test('an undo is given up if something was booked after it was requested', async () => {
  const made = await moveIn();
  core.openings.booksAtFirst = NOTHING_BOOKED;
  core.openings.books = { ...NOTHING_BOOKED, bookedMonths: ['2026-01'] };
  const told = await untilEnded(await undo(made));
  assert.deepEqual(
    [told.status, told.undo, told.error, told.errorFacts],
    ['COMPLETED', null, 'move-built-upon', { months: ['2026-01'] }],
  );
  assert.equal((await listIds()).length, NUMBERS.length);
  assert.ok(core.openings.booked.has(made.id));
});

test('a move whose balances were never booked has not completed after its undo was given up', async () => {
  const made = await moveIn();
  await core.db
    .updateTable('moves')
    .set({ status: 'FAILED', bookedAt: null })
    .where('id', '=', made.id)
    .execute();
  core.openings.booksAtFirst = NOTHING_BOOKED;
  core.openings.books = { ...NOTHING_BOOKED, bookedMonths: ['2026-01'] };
  const { status, undo: undoing, error } = await untilEnded(await undo(made));
  assert.deepEqual([status, undoing, error], ['FAILED', null, 'move-built-upon']);
});

test('while a move is being undone, billing is told of none of its accounts', async () => {
  const made = await moveIn();
  const personalAccountIds = [...(await listIds())];
  const told = async (): Promise<readonly number[]> => {
    const byId = await core.askAsService(listAccountSummaries, { body: { personalAccountIds } });
    const params = { organizationId };
    const body = { accountNumbers: NUMBERS };
    const byNumber = await core.askAsService(listAccountsByNumber, { params, body });
    return [byId.body.accounts.length, byNumber.body.accounts.length];
  };
  assert.deepEqual(await told(), [2, 2]);
  core.openings.outcome = 'away';
  const asked = await undo(made);
  assert.equal(asked.undo, 'UNDOING');
  assert.deepEqual(await told(), [0, 0]);
  core.openings.outcome = 'COMPLETED';
  assert.equal((await untilEnded(asked)).undo, 'UNDONE');
});

test('a later count of persons keeps the move, that of the opening day does not', async () => {
  const made = await moveIn();
  const [personalAccountId = 0] = await listIds();
  const count = async (validFrom: string) =>
    core.ask(owner, writeRegisteredPersons, {
      params: { personalAccountId },
      body: { count: 4, validFrom },
    });
  assert.equal((await count('2026-08-10')).status, 201);
  const refused = await core.ask(owner, undoMove, { params: { moveId: made.id } });
  assert.deepEqual([refused.status, refused.problem.code], [409, 'has-children']);
  const params = { personalAccountId, validFrom: '2026-08-10' };
  assert.equal((await core.ask(owner, deleteRegisteredPersons, { params })).status, 204);
  assert.equal((await count('2020-02-01')).status, 201);
  assert.equal((await untilEnded(await undo(made))).undo, 'UNDONE');
});
