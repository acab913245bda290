// What an accountant takes as it is, how long that holds, and what closing a month makes of it.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { CheckCode, ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { MonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { checksOf } from '../../testing/checked-month.ts';
import { makePayingHouse, type PayingHouse } from '../../testing/paying-house.ts';
import {
  addMember,
  askAt,
  askAtOnce,
  readAllAt,
  type Answer,
  type TestUser,
} from '../../testing/test-user.ts';

const NOTE = 'Жильцы в отъезде, показания примем в апреле';

let stand: BillingStand;
let owner: pg.Pool;
let house: PayingHouse;
let cycleId: number;

before(async () => {
  stand = await startBillingStand();
  owner = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  owner.on('error', () => {});
  house = await makePayingHouse(stand, owner);
  ({ cycleId } = await house.charge('2026-01', [[account(0), '100.00']]));
  await skip(1);
});
after(async () => {
  await owner.end();
  await stand.stop();
});

function account(nth: number): number {
  return house.accounts[nth] ?? 0;
}

/** One more account without a charge for want of a reading: a row of two checks. */
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
): Promise<Answer<ClosingCheck & Problem>> {
  const url = `/api/billing/cycles/${cycle}/checks/${check}/accept`;
  return askAt(stand.app, user, 'POST', url, { note });
}

async function checkNow(code: CheckCode): Promise<ClosingCheck> {
  return (await checksOf(stand, house.user, cycleId))[code];
}

async function auditOf(action: string): Promise<readonly AuditEntry[]> {
  return readAllAt<AuditEntry>(
    stand.app,
    house.user,
    `${listBillingChanges.path}?what=${action}&object=cycle:${cycleId}`,
  );
}

async function memberOf(role: OrganizationRole): Promise<TestUser> {
  const user = await stand.newUser();
  await addMember(stand.coreUrl, house, user, role);
  return user;
}

describe('remarks', () => {
  test('are accepted by an accountant as they are, and all see by whom, when and why', async () => {
    const accountant = await memberOf('accountant');
    const { status, body } = await accept('readings-missing', NOTE, { user: accountant });
    assert.equal(status, 200, JSON.stringify(body));
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

  test('are open again once their number is another, until they are accepted anew', async () => {
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

  test('are accepted once under one key', async () => {
    const url = `/api/billing/cycles/${cycleId}/checks/not-charged/accept`;
    const send = async (note: string) =>
      stand.app.inject({
        method: 'POST',
        url,
        headers: { authorization: house.user.authorization, 'idempotency-key': 'accepted' },
        payload: { note },
      });
    const entries = (await auditOf('cycle.check-accepted')).length;
    const [first, again, other] = [await send('раз'), await send('раз'), await send('два')];
    assert.deepEqual([first.statusCode, again.statusCode, other.statusCode], [200, 200, 409]);
    assert.deepEqual(again.json(), first.json());
    assert.equal(again.headers['idempotency-replayed'], 'true');
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
      const url = `/api/billing/cycles/${cycleId}/checks/readings-missing/accept`;
      const answer = await askAt(stand.app, house.user, 'POST', url, { note });
      assert.deepEqual([answer.status, answer.body.code], [400, 'validation-failed']);
      assert.equal(answer.body.errors?.[0]?.path, '/note');
    });

  test('that are not there cannot be accepted, nor those of a check or a month that is not there', async () => {
    const none = await accept('tariff-gaps');
    assert.deepEqual([none.status, none.body.code], [409, 'check-in-order']);
    assert.equal((await accept('colour')).status, 400);
    assert.equal((await accept('readings-missing', NOTE, { cycle: 987_654 })).status, 404);
    const stranger = await stand.newUser();
    assert.equal((await accept('readings-missing', NOTE, { user: stranger })).status, 404);
  });

  test('that block cannot be accepted', async () => {
    const { cycleId: draft } = await house.draft('2026-05', [[account(0), '1.00']]);
    const { status, body } = await accept('draft-charges', NOTE, { cycle: draft });
    assert.deepEqual([status, body.code], [409, 'check-blocking']);
    const { rowCount } = await owner.query(
      'select from check_acceptances where billing_cycle_id = $1',
      [draft],
    );
    assert.equal(rowCount, 0);
  });
});

describe('closing a month', () => {
  const close = async () =>
    house.post<BillingCycle & Pick<Problem, 'code' | 'detail'>>(`cycles/${cycleId}/close`);
  const move = async (roubles: number): Promise<unknown> =>
    owner.query(
      'update account_balances set principal_debt = principal_debt + $2 where house_id = $1',
      [house.houseId, roubles],
    );

  test('is refused while a check blocks, which is named', async () => {
    await move(5);
    const { status, body } = await close();
    assert.deepEqual([status, body.code], [409, 'check-blocking']);
    assert.match(body.detail ?? '', /drift \(1\)/);
    const drift = await accept('drift');
    assert.deepEqual([drift.status, drift.body.code], [409, 'check-blocking']);
    await move(-5);
  });

  test('waits for core, which has to say what it knows', async () => {
    await stand.killCore();
    const url = `/api/billing/cycles/${cycleId}/close`;
    const { status, body } = await askAtOnce(stand.app, house.user, 'POST', url);
    assert.deepEqual([status, body.code], [503, 'dependency-unavailable']);
    await stand.restartCore();
    await until('core is asked again', async () => {
      const checks = `/api/billing/cycles/${cycleId}/checks`;
      return (await askAt(stand.app, house.user, 'GET', checks)).status === 200;
    });
  });

  test('is not kept from by remarks, and the seal and the audit log tell how they stood', async () => {
    await skip(3);
    await accept('readings-missing', NOTE);
    const { status, body } = await close();
    assert.deepEqual([status, body.status], [200, 'CLOSED'], JSON.stringify(body));
    const url = `/api/billing/cycles/${cycleId}/seal`;
    const seal = (await askAt<MonthSeal>(stand.app, house.user, 'GET', url)).body;
    const told = seal.checks?.map(({ code, state, count, accepted }) => [
      code,
      state,
      count,
      accepted?.note ?? null,
    ]);
    assert.deepEqual(told, [
      ['readings-missing', 'ACCEPTED', 3, NOTE],
      ['unverified-meters', 'OK', 0, null],
      ['tariff-gaps', 'OK', 0, null],
      ['odn-over-norm', 'OK', 0, null],
      ['not-charged', 'REMARKS', 3, null],
      ['nothing-charged', 'OK', 0, null],
      ['unidentified-payments', 'OK', 0, null],
      ['outliers', 'OK', 0, null],
      ['penalties-not-accrued', 'OK', 0, null],
      ['month-not-over', 'OK', 0, null],
      ['draft-charges', 'OK', 0, null],
      ['drift', 'OK', 0, null],
    ]);
    const [entry] = await auditOf('cycle.closed');
    assert.deepEqual((entry?.after as { checks?: unknown } | undefined)?.checks, seal.checks);
  });

  test('ends what can be accepted of it, and the seal tells what it told', async () => {
    const { status, body } = await accept('not-charged');
    assert.deepEqual([status, body.code], [409, 'month-closed']);
    await skip(4);
    assert.equal((await checkNow('not-charged')).count, 4);
    const url = `/api/billing/cycles/${cycleId}/seal`;
    const { checks } = (await askAt<MonthSeal>(stand.app, house.user, 'GET', url)).body;
    assert.equal(checks?.find(({ code }) => code === 'not-charged')?.count, 3);
  });
});
