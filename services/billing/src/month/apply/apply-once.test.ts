// Applying a month under an idempotency key: a repeated request applies it once, and both callers get the same response.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { sql } from 'kysely';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import {
  addMember,
  askOnce,
  calculate,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
const cycles: number[] = [];

before(async () => {
  stand = await startBillingStand();
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  for (const month of house.months.slice(0, 6)) {
    const job = await calculate(stand.app, owner, { houseId: house.houseId }, month);
    cycles.push(job.billingCycleId);
  }
});
after(async () => stand.stop());

type Applied = Answered<typeof applyCycle>;

async function apply(cycleId: number, key?: string, user = owner): Promise<Applied> {
  return askOnce(stand.app, user, applyCycle, { params: { cycleId }, idempotencyKey: key });
}

const cycle = (index: number): number => cycles[index] ?? 0;
const codeOf = ({ problem }: Applied): string => problem.code;
const isReplay = ({ headers }: Applied): boolean => headers.get('idempotency-replayed') === 'true';

async function entriesOf(cycleId: number): Promise<number> {
  const { rows } = await sql<{ entries: number }>`
    select count(*)::integer as entries from ledger_entries
    join billing_cycles on billing_cycles.organization_id = ledger_entries.organization_id
      and billing_cycles.period = ledger_entries.period
    where billing_cycles.organization_id = ${house.organizationId} and billing_cycles.id = ${cycleId}
  `.execute(stand.db);
  return rows[0]?.entries ?? 0;
}

test('the same key and request give the first answer again, byte for byte', async () => {
  const first = await apply(cycle(0), 'month-1');
  assert.equal(first.status, 200, first.text);
  assert.ok(!isReplay(first));
  const entries = await entriesOf(cycle(0));
  const again = await apply(cycle(0), 'month-1');
  assert.deepEqual([again.status, isReplay(again)], [200, true]);
  assert.equal(again.text, first.text);
  assert.equal(await entriesOf(cycle(0)), entries);
  const without = await apply(cycle(0));
  assert.deepEqual([without.status, codeOf(without)], [409, 'nothing-to-apply']);
});

test('the same key for another request is refused and does nothing', async () => {
  const other = await apply(cycle(1), 'month-1');
  assert.deepEqual([other.status, codeOf(other)], [409, 'idempotency-key-reused']);
  assert.equal(await entriesOf(cycle(1)), 0);
});

test('of forty concurrent requests under one key one applies, and the others get its answer or a 409', async () => {
  const answers = await Promise.all(
    Array.from({ length: 40 }, async () => apply(cycle(1), 'all at once')),
  );
  const done = answers.filter((answer) => answer.status === 200);
  assert.equal(done.filter((answer) => !isReplay(answer)).length, 1);
  assert.equal(new Set(done.map((answer) => answer.text)).size, 1);
  for (const answer of answers)
    if (answer.status !== 200)
      assert.deepEqual([answer.status, codeOf(answer)], [409, 'idempotency-key-in-use']);
  assert.ok(isReplay(await apply(cycle(1), 'all at once')));
});

test('a refusal does not use the key up', async () => {
  await sql`update calculation_jobs set status = 'RUNNING' where billing_cycle_id = ${cycle(2)}`.execute(
    stand.db,
  );
  const early = await apply(cycle(2), 'too early');
  assert.deepEqual([early.status, codeOf(early)], [409, 'job-under-way']);
  await sql`update calculation_jobs set status = 'COMPLETED' where billing_cycle_id = ${cycle(2)}`.execute(
    stand.db,
  );
  const later = await apply(cycle(2), 'too early');
  assert.deepEqual([later.status, isReplay(later)], [200, false]);
});

test('two accountants of one organization who send the same request get one answer', async () => {
  const second = await stand.newUser();
  await addMember(stand.coreUrl, { ...house, user: owner }, second, 'accountant');
  const first = await apply(cycle(3), 'month-4');
  const again = await apply(cycle(3), 'month-4', second);
  assert.deepEqual([again.status, isReplay(again)], [200, true]);
  assert.equal(again.text, first.text);
  const other = await apply(cycle(2), 'month-4', second);
  assert.deepEqual([other.status, codeOf(other)], [409, 'idempotency-key-reused']);
});

test('the same key in two organizations does not collide', async () => {
  const neighbour = await stand.newUser();
  const own = await seedHouse(stand.coreUrl, neighbour);
  const month = own.months[0] ?? '';
  const job = await calculate(stand.app, neighbour, { houseId: own.houseId }, month);
  // The admin may see both organizations.
  const answer = await apply(job.billingCycleId, 'month-1', stand.admin);
  assert.deepEqual([answer.status, isReplay(answer)], [200, false]);
  const again = await apply(job.billingCycleId, 'month-1', neighbour);
  assert.deepEqual([again.status, isReplay(again)], [200, true]);
});

test('a viewer of the organization does not get the stored answer', async () => {
  const viewer = await stand.newUser();
  await addMember(stand.coreUrl, { ...house, user: owner }, viewer, 'viewer');
  const answer = await apply(cycle(0), 'month-1', viewer);
  assert.deepEqual([answer.status, codeOf(answer)], [403, 'forbidden']);
});

test('a user without access to the organization does not get the first answer', async () => {
  const stranger = await stand.newUser();
  const answer = await apply(cycle(0), 'month-1', stranger);
  assert.deepEqual([answer.status, codeOf(answer)], [404, 'not-found']);
});

test('after a day a key expires, and the organization’s next request deletes it', async () => {
  await sql`update idempotency_keys set kept_until = now() - interval '1 second'`.execute(stand.db);
  const again = await apply(cycle(0), 'month-1');
  assert.deepEqual([again.status, codeOf(again)], [409, 'nothing-to-apply']);
  assert.equal((await apply(cycle(4), 'a new one')).status, 200);
  const { rows } = await sql<{ key: string }>`
    select key from idempotency_keys
    where organization_id = (select organization_id from billing_cycles where id = ${cycle(4)})
  `.execute(stand.db);
  assert.deepEqual(
    rows.map(({ key }) => key),
    ['a new one'],
  );
});

for (const { key, why } of [
  { key: 'x'.repeat(256), why: 'too long' },
  { key: 'ключ', why: 'no plain characters' },
  { key: 'a\tb', why: 'a control character' },
]) {
  test(`a key is refused: ${why}`, async () => {
    // Sent without the client, which would not send some of these keys.
    const { statusCode, body } = await stand.app.inject({
      method: 'POST',
      url: addressOf(applyCycle, { params: { cycleId: cycle(5) } }),
      headers: { authorization: owner.authorization, 'idempotency-key': key },
    });
    assert.equal(statusCode, 400);
    assert.match(body, /"code":"validation-failed"/);
    assert.equal(await entriesOf(cycle(5)), 0);
  });
}

test('a key may have 255 characters', async () => {
  assert.equal((await apply(cycle(5), 'x'.repeat(255))).status, 200);
});
