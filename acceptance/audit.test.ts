// The audit log of core and billing: every change with its author, readable by owners and admins, and never changed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import { type AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import { clientOf, type Person } from '@kvartplata/platform/testing/people.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

let services: ThreeServices;
let companies: TwoCompanies;

before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
});
after(async () => services.stop());

const CHANGES = { core: listCoreChanges, billing: listBillingChanges } as const;

async function read(
  service: 'core' | 'billing',
  query: Sent['query'] = {},
  reader: Person = companies.people.owner,
): Promise<readonly AuditEntry[]> {
  return (await ask(services, reader.authorization, CHANGES[service], { query })).body.items;
}

/** What setting up a company has done in billing, newest first. */
const BEGINNINGS = [
  'payment-import.booked',
  'penalty-rule.created',
  'penalty-accrual.requested',
  'payment.booked',
  'calculation-job.requested',
  'cycle.applied',
  'calculation-job.requested',
];

describe('the audit log', () => {
  test('records who changed what, with the values before and after', async () => {
    const { own, people } = companies;
    const billing = await read('billing', { limit: 200 });
    assert.deepEqual(
      billing.map(({ action }) => action),
      BEGINNINGS,
    );
    const [applied] = await read('billing', { what: 'cycle.applied' });
    assert.equal(applied?.userId, people.owner.userId);
    assert.equal(applied?.organizationId, own.organizationId);
    assert.deepEqual(applied?.before, { status: 'DRAFT' });
    assert.match(JSON.stringify(applied?.after), /"totalAmount":"\d+\.\d\d"/);
    const core = await read('core');
    // Newest first: later entries are about records that other tests check.
    assert.deepEqual(
      core.slice(-2).map(({ action, objectType }) => [action, objectType]),
      [
        ['house.seeded', 'house'],
        ['organization.created', 'organization'],
      ],
    );
  });

  test('a refused change leaves no entry', async () => {
    const { own, people } = companies;
    const standing = await read('billing', { limit: 200 });
    const params = { cycleId: own.cycleId };
    await ask(services, people.viewer.authorization, applyCycle, { params });
    await ask(services, people.newcomer.authorization, applyCycle, { params });
    assert.deepEqual(await read('billing', { limit: 200 }), standing);
  });

  test('is filtered by who, what, object and time', async () => {
    const { own, people } = companies;
    const count = async (query: Sent['query']): Promise<number> =>
      (await read('billing', query)).length;
    assert.equal(await count({ who: people.owner.userId }), BEGINNINGS.length);
    assert.equal(await count({ who: people.viewer.userId }), 0);
    assert.equal(await count({ what: 'calculation-job' }), 2);
    assert.equal(await count({ what: 'calculation-job.requested' }), 2);
    assert.equal(await count({ what: 'cycle.created' }), 0);
    assert.equal(await count({ object: `calculation-job:${own.jobId}` }), 1);
    assert.equal(await count({ object: 'cycle' }), 1);
    const today = Temporal.Now.plainDateISO('Europe/Moscow').toString();
    assert.equal(await count({ from: today, to: today }), BEGINNINGS.length);
    assert.equal(await count({ to: '2020-01-01' }), 0);
    const [newest] = await read('billing', { limit: 1 });
    assert.equal(await count({ to: newest?.at }), BEGINNINGS.length - 1);
    assert.equal(await count({ organizationId: own.organizationId }), BEGINNINGS.length);
  });

  test('is paged, newest first', async () => {
    const ids: number[] = [];
    const { call } = clientOf(services, companies.people.owner);
    let cursor: string | null | undefined;
    let pages = 0;
    while (cursor !== null) {
      const page: AnswerOf<typeof listBillingChanges> = await call(listBillingChanges, {
        query: { limit: 2, cursor },
      });
      ids.push(...page.items.map(({ id }) => id));
      ({ nextCursor: cursor } = page);
      pages += 1;
    }
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => b - a),
    );
    assert.deepEqual([ids.length, pages], [BEGINNINGS.length, Math.ceil(BEGINNINGS.length / 2)]);
  });

  test('an owner reads entries of their own organizations, an admin of all, others none', async () => {
    const { people, foreign } = companies;
    for (const service of ['core', 'billing'] as const) {
      const seen = await read(service, { limit: 200 }, people.admin);
      assert.ok(new Set(seen.map(({ organizationId }) => organizationId)).size > 1);
      const operation = CHANGES[service];
      for (const person of [people.accountant, people.viewer, people.newcomer])
        assert.equal((await ask(services, person.authorization, operation)).status, 403);
      const query = { organizationId: foreign.organizationId };
      const another = await ask(services, people.owner.authorization, operation, { query });
      assert.equal(another.status, 404);
    }
  });

  test('refuses a malformed or unknown filter', async () => {
    for (const query of [
      { who: 'me' },
      { what: 'Cycle applied' },
      { object: 'cycle:' },
      { from: 'yesterday' },
      { from: '2026-02-30' },
      { to: '2026-01-01T25:00:00Z' },
      { since: '2026-01-01' },
      { cursor: 'xyz' },
    ]) {
      const { authorization } = companies.people.owner;
      const answer = await ask(services, authorization, listCoreChanges, { query });
      assert.equal(answer.status, 400, JSON.stringify(query));
    }
  });

  for (const service of ['core', 'billing'] as const) {
    for (const statement of [
      `update audit_log set user_id = 1`,
      `delete from audit_log`,
      `truncate audit_log`,
    ]) {
      test(`${service}: "${statement}" is refused, both to the table’s owner and to the service`, async () => {
        const owner = await services.owners[service].connect();
        try {
          await assert.rejects(owner.query(statement), /only grows/);
          await owner.query(`set role ${service}_app`);
          await assert.rejects(owner.query(statement), /permission denied/);
        } finally {
          await owner.query('reset role');
          owner.release();
        }
      });
    }
  }
});
