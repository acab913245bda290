// Accepting remarks, how long an acceptance lasts, and its effect on closing a month.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import {
  acceptCheck,
  listClosingChecks,
  type CheckCode,
  type ClosingCheck,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import type pg from 'pg';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { checksOf } from '../../testing/checked-month.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import { addMember, ask, askOnce, readAll, type TestUser } from '../../testing/test-user.ts';

const NOTE = 'Жильцы в отъезде, показания примем в апреле';

let stand: OwnStand;
let owner: pg.Pool;
let house: PayingHouse;
let cycleId: number;

before(async () => {
  stand = await startOwnStand();
  ({ owner } = stand);
  house = await makePayingHouse(stand);
  ({ cycleId } = await house.charge('2026-01', [[account(0), '100.00']]));
  await skip(1);
});
after(async () => stand.stop());

function account(nth: number): number {
  return house.accounts[nth] ?? 0;
}

/** One more account that has no charge because a reading is missing: a row of two checks. */
async function skip(nth: number): Promise<void> {
  await owner.query(
    `insert into skipped_accounts (house_id, period, personal_account_id, line, organization_id, calculation_job_id, reason, facts)
     values ($1, '2026-01-01', $2, 1, $3, 1, 'reading-missing', '{}')`,
    [house.houseId, account(nth), house.organizationId],
  );
}

async function accept(
  check: string,
  note: unknown = NOTE,
  { user = house.user, cycle = cycleId }: { user?: TestUser; cycle?: number } = {},
): Promise<Answered<typeof acceptCheck>> {
  return ask(stand.app, user, acceptCheck, { params: { cycleId: cycle, check }, body: { note } });
}

async function checkNow(code: CheckCode): Promise<ClosingCheck> {
  return (await checksOf(stand, house.user, cycleId))[code];
}

async function auditOf(action: string): Promise<readonly AuditEntry[]> {
  const query = { what: action, object: `cycle:${cycleId}` };
  return readAll(stand.app, house.user, listBillingChanges, { query });
}

async function memberOf(role: OrganizationRole): Promise<TestUser> {
  const user = await stand.newUser();
  await addMember(stand.coreUrl, house, user, role);
  return user;
}

describe('remarks', () => {
  test('are accepted by an accountant as they are, and all see by whom, when and why', async () => {
    const accountant = await memberOf('accountant');
    const { body } = await accept('readings-missing', NOTE, { user: accountant });
    assert.deepEqual([body.code, body.state, body.count], ['readings-missing', 'ACCEPTED', 1]);
    const { accepted } = body;
    assert.ok(accepted !== null && accepted.by > 0);
    assert.deepEqual([accepted.note, accepted.count], [NOTE, 1]);
    assert.ok(Math.abs(Date.parse(accepted.at) - Date.now()) < 600_000);
    const viewer = await memberOf('viewer');
    assert.deepEqual((await checksOf(stand, viewer, cycleId))['readings-missing'], body);
    const [entry] = await auditOf('cycle.check-accepted');
    assert.deepEqual(
      [entry?.userId, entry?.after],
      [accepted.by, { check: 'readings-missing', count: 1, note: NOTE }],
    );
    assert.equal((await accept('not-charged', NOTE, { user: viewer })).status, 403);
    assert.equal((await checkNow('not-charged')).state, 'REMARKS');
  });

  test('are open again once their number changes, until they are accepted again', async () => {
    await skip(2);
    const open = await checkNow('readings-missing');
    assert.deepEqual([open.state, open.count, open.accepted], ['REMARKS', 2, null]);
    const { body } = await accept('readings-missing', 'и вторая квартира');
    assert.deepEqual(
      [body.state, body.accepted?.count, body.accepted?.note],
      ['ACCEPTED', 2, 'и вторая квартира'],
    );
    assert.equal((await auditOf('cycle.check-accepted')).length, 2);
  });

  test('are not accepted when there are others than the caller has seen', async () => {
    const send = async (expectedCount: number): Promise<Answered<typeof acceptCheck>> =>
      house.ask(acceptCheck, {
        params: { cycleId, check: 'readings-missing' },
        body: { note: 'как и были', expectedCount },
      });
    const refused = await send(1);
    assert.deepEqual([refused.status, refused.problem.code], [409, 'count-changed']);
    assert.equal((await checkNow('readings-missing')).accepted?.note, 'и вторая квартира');
    assert.equal((await send(2)).body.accepted?.note, 'как и были');
  });

  test('are accepted only once under one key', async () => {
    const send = async (note: string): Promise<Answered<typeof acceptCheck>> =>
      askOnce(stand.app, house.user, acceptCheck, {
        params: { cycleId, check: 'not-charged' },
        body: { note },
        idempotencyKey: 'accepted',
      });
    const entries = (await auditOf('cycle.check-accepted')).length;
    const [first, again, other] = [await send('раз'), await send('раз'), await send('два')];
    assert.deepEqual([first.status, again.status, other.status], [200, 200, 409]);
    assert.deepEqual(again.body, first.body);
    assert.equal(again.headers.get('idempotency-replayed'), 'true');
    assert.equal((await auditOf('cycle.check-accepted')).length, entries + 1);
  });

  const REFUSED: readonly (readonly [why: string, note: unknown])[] = [
    ['an empty note', ''],
    ['spaces around it', ' подождём'],
    ['a line feed in it', 'раз\nдва'],
    ['more than a thousand characters', 'я'.repeat(1_001)],
    ['no text', 7],
    ['none', undefined],
  ];
  for (const [why, note] of REFUSED)
    test(`are not accepted with a bad note: ${why}`, async () => {
      // An undefined note is left out of the body.
      const { status, problem } = await house.ask(acceptCheck, {
        params: { cycleId, check: 'readings-missing' },
        body: { note },
      });
      assert.deepEqual([status, problem.code], [400, 'validation-failed']);
      assert.equal(problem.errors?.[0]?.path, '/note');
    });

  test('that do not exist cannot be accepted, nor can those of a missing check or month', async () => {
    const none = await accept('tariff-gaps');
    assert.deepEqual([none.status, none.problem.code], [409, 'check-in-order']);
    assert.equal((await accept('colour')).status, 400);
    assert.equal((await accept('readings-missing', NOTE, { cycle: 987_654 })).status, 404);
    const stranger = await stand.newUser();
    assert.equal((await accept('readings-missing', NOTE, { user: stranger })).status, 404);
  });

  test('that block cannot be accepted', async () => {
    const { cycleId: draft } = await house.draft('2026-05', [[account(0), '1.00']]);
    const { status, problem } = await accept('draft-charges', NOTE, { cycle: draft });
    assert.deepEqual([status, problem.code], [409, 'check-blocking']);
    const { rowCount } = await owner.query(
      'select from check_acceptances where billing_cycle_id = $1',
      [draft],
    );
    assert.equal(rowCount, 0);
  });
});

describe('closing a month', () => {
  const close = async (): Promise<Answered<typeof closeCycle>> =>
    house.ask(closeCycle, { params: { cycleId } });
  const move = async (roubles: number): Promise<unknown> =>
    owner.query(
      'update merged_balances set principal_debt = principal_debt + $2 where house_id = $1',
      [house.houseId, roubles],
    );

  test('is refused while a check blocks, and names it', async () => {
    await move(5);
    const { status, problem } = await close();
    assert.deepEqual([status, problem.code], [409, 'check-blocking']);
    assert.match(problem.detail ?? '', /drift \(1\)/);
    const drift = await accept('drift');
    assert.deepEqual([drift.status, drift.problem.code], [409, 'check-blocking']);
    await move(-5);
  });

  test('reads every entry: two balances that offset each other block it too', async () => {
    await move(5);
    await owner.query(
      `insert into merged_balances (organization_id, house_id, personal_account_id, principal_debt, last_updated_at)
       select organization_id, house_id, $2, -5, now() from merged_balances where house_id = $1 limit 1`,
      [house.houseId, 999_999],
    );
    const { status, problem } = await close();
    assert.deepEqual([status, problem.code], [409, 'check-blocking']);
    assert.match(problem.detail ?? '', /drift \(2\)/);
    await move(-5);
    await owner.query('delete from merged_balances where personal_account_id = 999999');
  });

  test('is refused while core is unavailable', async () => {
    await stand.killCore();
    const params = { cycleId };
    const { status, problem } = await askOnce(stand.app, house.user, closeCycle, { params });
    assert.deepEqual([status, problem.code], [503, 'dependency-unavailable']);
    await stand.restartCore();
    await until(
      'core is asked again',
      async () => (await house.ask(listClosingChecks, { params })).status === 200,
    );
  });

  test('is not blocked by remarks, and the seal and the audit log record them', async () => {
    await skip(3);
    await accept('readings-missing', NOTE);
    const { status, body } = await close();
    assert.deepEqual([status, body.status], [200, 'CLOSED'], JSON.stringify(body));
    const { body: seal } = await house.ask(getMonthSeal, { params: { cycleId } });
    const told = seal.checks?.map(({ code, state, count, accepted }) => [
      code,
      state,
      count,
      accepted?.note ?? null,
    ]);
    assert.deepEqual(told, [
      ['readings-missing', 'ACCEPTED', 3, NOTE],
      ['odd-readings', 'OK', 0, null],
      ['unverified-meters', 'OK', 0, null],
      ['tariff-gaps', 'OK', 0, null],
      ['odn-over-norm', 'OK', 0, null],
      ['not-charged', 'REMARKS', 3, null],
      ['nothing-charged', 'OK', 0, null],
      ['outdated-charges', 'OK', 0, null],
      ['unidentified-payments', 'OK', 0, null],
      ['waiting-adjustments', 'OK', 0, null],
      ['outliers', 'OK', 0, null],
      ['penalties-not-accrued', 'OK', 0, null],
      ['month-not-over', 'OK', 0, null],
      ['draft-charges', 'OK', 0, null],
      ['drift', 'OK', 0, null],
    ]);
    const [entry] = await auditOf('cycle.closed');
    assert.deepEqual((entry?.after as { checks?: unknown } | undefined)?.checks, seal.checks);
  });

  test('ends their acceptance, and the seal keeps what it recorded', async () => {
    const { status, problem } = await accept('not-charged');
    assert.deepEqual([status, problem.code], [409, 'month-closed']);
    await skip(4);
    assert.equal((await checkNow('not-charged')).count, 4);
    const { body: seal } = await house.ask(getMonthSeal, { params: { cycleId } });
    assert.equal(seal.checks?.find(({ code }) => code === 'not-charged')?.count, 3);
  });
});
