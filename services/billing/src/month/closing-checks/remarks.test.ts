// The remarks of a month as one list: filtered, exported, and accepted one by one, by kind and by house, with their present text.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import {
  acceptRemarks,
  exportRemarks,
  listClosingChecks,
  listRemarks,
  type CheckCode,
  type Remark,
  type Remarks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import type pg from 'pg';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { checksOf } from '../../testing/checked-month.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, inBilling, type TestUser } from '../../testing/test-user.ts';

const NOTE = 'Жильцы в отъезде';

let stand: OwnStand;
let owner: pg.Pool;
let house: PayingHouse;
let cycleId: number;

before(async () => {
  stand = await startOwnStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  ({ cycleId } = await house.charge('2026-01', [[account(0), '100.00']]));
  for (const nth of [1, 2, 3]) await skip(nth, 'reading-missing');
});
after(async () => stand.stop());

function account(nth: number): number {
  return house.accounts[nth] ?? 0;
}

/** An account that has no charge because a reading is missing is a row of two checks. */
async function skip(nth: number, reason: string): Promise<void> {
  await owner.query(
    `insert into skipped_accounts (house_id, period, personal_account_id, line, organization_id, calculation_job_id, reason, facts)
     values ($1, '2026-01-01', $2, 1, $3, 1, $4, '{}')`,
    [house.houseId, account(nth), house.organizationId, reason],
  );
}

async function list(query: Readonly<Record<string, unknown>> = {}): Promise<Remarks> {
  const { body } = await house.ask(listRemarks, { params: { cycleId }, query });
  return body;
}

async function accept(
  body: object,
  user: TestUser = house.user,
  cycle = cycleId,
): Promise<Answered<typeof acceptRemarks>> {
  return ask(stand.app, user, acceptRemarks, {
    params: { cycleId: cycle },
    body: { note: NOTE, ...body },
  });
}

async function stateOf(code: CheckCode): Promise<readonly [string, number, number]> {
  const { state, count, open } = (await checksOf(stand, house.user, cycleId))[code];
  return [state, count, open];
}

const named = ({ check, key }: Remark): { check: CheckCode; key: string } => ({ check, key });

describe('the remarks of a month', () => {
  test('are listed for all checks together, each with its key, and can be filtered', async () => {
    const all = await list();
    assert.deepEqual([all.count, all.open, all.items.length], [6, 6, 6]);
    assert.deepEqual(
      [...new Set(all.items.map(({ check }) => check))],
      ['readings-missing', 'not-charged'],
    );
    assert.equal(new Set(all.items.map(({ check, key }) => `${check} ${key}`)).size, 6);
    const some = await list({ check: 'not-charged', houseId: house.houseId });
    assert.equal(some.count, 3);
    const stranger = await stand.newUser();
    const refused = await ask(stand.app, stranger, listRemarks, { params: { cycleId } });
    assert.equal(refused.status, 404);
  });

  test('are a 404 for a missing house', async () => {
    const unknown = house.houseId + 1_000;
    const asked = { params: { cycleId }, query: { houseId: unknown } };
    assert.equal((await ask(stand.app, house.user, listRemarks, asked)).status, 404);
    assert.equal((await accept({ houseId: unknown })).status, 404);
  });

  test('are accepted one by one, and the check once none is left', async () => {
    const { items } = await list({ check: 'readings-missing' });
    const [first, ...others] = items;
    assert.ok(first !== undefined);
    const { body } = await accept({ remarks: [named(first)] });
    assert.deepEqual(body, { accepted: 1 });
    assert.deepEqual(await stateOf('readings-missing'), ['REMARKS', 3, 2]);
    const open = await list({ check: 'readings-missing', isOpen: true });
    assert.deepEqual([open.count, open.open], [2, 2]);
    const told = (await list({ check: 'readings-missing', isOpen: false })).items[0];
    assert.deepEqual([told?.key, told?.accepted?.note], [first.key, NOTE]);
    await accept({ remarks: others.map(named) });
    assert.deepEqual(await stateOf('readings-missing'), ['ACCEPTED', 3, 0]);
  });

  test('are accepted with their text: one whose text changes is open again', async () => {
    await owner.query(
      `update skipped_accounts set facts = '{"meter":"ХВ-9"}' where personal_account_id = $1`,
      [account(1)],
    );
    assert.deepEqual(await stateOf('readings-missing'), ['REMARKS', 3, 1]);
  });

  test('are accepted by kind and by house, except for blocking ones', async () => {
    const { body } = await accept({ check: 'readings-missing' });
    assert.deepEqual(body, { accepted: 3 });
    assert.deepEqual(await stateOf('readings-missing'), ['ACCEPTED', 3, 0]);
    const ofHouse = await accept({ houseId: house.houseId });
    assert.deepEqual(ofHouse.body, { accepted: 6 });
    assert.deepEqual(await stateOf('not-charged'), ['ACCEPTED', 3, 0]);
    assert.equal((await list({ isOpen: true })).count, 0);
  });

  test('are accepted by accountants, with a note, if there are any', async () => {
    const memberOf = async (role: OrganizationRole): Promise<TestUser> => {
      const user = await stand.newUser();
      await addMember(stand.coreUrl, house, user, role);
      return user;
    };
    assert.equal((await accept({ check: 'not-charged' }, await memberOf('viewer'))).status, 403);
    assert.equal(
      (await accept({ check: 'not-charged' }, await memberOf('accountant'))).status,
      200,
    );
    assert.equal((await accept({ check: 'not-charged' }, await stand.newUser())).status, 404);
    assert.equal((await accept({})).problem.code, 'validation-failed');
    const both = { check: 'not-charged', remarks: [{ check: 'not-charged', key: '1' }] };
    assert.equal((await accept(both)).problem.errors?.[0]?.path, '/remarks');
    const none = await accept({ remarks: [{ check: 'outliers', key: '1-2-3' }] });
    assert.deepEqual([none.status, none.problem.code], [409, 'check-in-order']);
    assert.equal((await accept({ check: 'drift' })).problem.code, 'check-in-order');
    assert.equal((await accept({ check: 'not-charged', note: '' })).status, 400);
  });

  test('are exported as a table', async () => {
    const { callFile } = inBilling(stand.app, house.user);
    const answer = await callFile(exportRemarks, { params: { cycleId }, query: { format: 'csv' } });
    const lines = (await answer.text()).trim().split('\r\n');
    assert.match(lines[0] ?? '', /^\uFEFF?Дом;Счёт;Услуга;Вид замечания;/);
    assert.equal(lines.length, 7);
    assert.ok(lines.slice(1).every((line) => line.includes(NOTE)));
  });

  test('accepted one by one count when the month is closed, and cannot be accepted after', async () => {
    const closed = await house.ask(closeCycle, { params: { cycleId } });
    assert.equal(closed.status, 200, JSON.stringify(closed.body));
    const refused = await accept({ check: 'not-charged' });
    assert.deepEqual([refused.status, refused.problem.code], [409, 'month-closed']);
    const { body } = await house.ask(listClosingChecks, { params: { cycleId } });
    const states = body.items.map(({ code, state }) => [code, state]);
    assert.ok(states.some(([code, state]) => code === 'not-charged' && state === 'ACCEPTED'));
  });
});
