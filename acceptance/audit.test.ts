// The audit log of core and billing: each change with who made it, readable by owners and admins, and never changed.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Person } from '@kvartplata/platform/testing/people.ts';
import { ask, get } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

let services: ThreeServices;
let companies: TwoCompanies;

before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
});
after(async () => services.stop());

async function read(
  service: 'core' | 'billing',
  query = '',
  reader: Person = companies.people.owner,
): Promise<readonly AuditEntry[]> {
  const url = `${services.urls[service]}${listCoreChanges.path}${query}`;
  return (await get<PageOf<AuditEntry>>(reader, 'GET', url)).items;
}

/** What a company has done in billing until it stands, newest first. */
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
  test('says who did what to what, and what it left', async () => {
    const { own, people } = companies;
    const billing = await read('billing', '?limit=200');
    assert.deepEqual(
      billing.map(({ action }) => action),
      BEGINNINGS,
    );
    const [applied] = await read('billing', '?what=cycle.applied');
    assert.equal(applied?.userId, people.owner.userId);
    assert.equal(applied?.organizationId, own.organizationId);
    assert.deepEqual(applied?.before, { status: 'DRAFT' });
    assert.match(JSON.stringify(applied?.after), /"totalAmount":"\d+\.\d\d"/);
    const core = await read('core');
    // Newest first: what came after is of records that other tests name.
    assert.deepEqual(
      core.slice(-2).map(({ action, objectType }) => [action, objectType]),
      [
        ['house.seeded', 'house'],
        ['organization.created', 'organization'],
      ],
    );
  });

  test('a change that is refused leaves no entry', async () => {
    const { own, people } = companies;
    const standing = await read('billing', '?limit=200');
    const again = `${services.urls.billing}/api/billing/cycles/${own.cycleId}/apply`;
    await ask(people.viewer.authorization, 'POST', again);
    await ask(people.newcomer.authorization, 'POST', again);
    assert.deepEqual(await read('billing', '?limit=200'), standing);
  });

  test('is filtered by who, what, object and time', async () => {
    const { own, people } = companies;
    const count = async (query: string): Promise<number> => (await read('billing', query)).length;
    assert.equal(await count(`?who=${people.owner.userId}`), BEGINNINGS.length);
    assert.equal(await count(`?who=${people.viewer.userId}`), 0);
    assert.equal(await count('?what=calculation-job'), 2);
    assert.equal(await count('?what=calculation-job.requested'), 2);
    assert.equal(await count('?what=cycle.created'), 0);
    assert.equal(await count(`?object=calculation-job:${own.jobId}`), 1);
    assert.equal(await count('?object=cycle'), 1);
    const today = new Date().toISOString().slice(0, 10);
    assert.equal(await count(`?from=${today}&to=${today}`), BEGINNINGS.length);
    assert.equal(await count('?to=2020-01-01'), 0);
    const [newest] = await read('billing', '?limit=1');
    assert.equal(await count(`?to=${newest?.at}`), BEGINNINGS.length - 1);
    assert.equal(await count(`?organizationId=${own.organizationId}`), BEGINNINGS.length);
  });

  test('is paged, newest first', async () => {
    const url = `${services.urls.billing}${listCoreChanges.path}?limit=2`;
    const ids: number[] = [];
    let [cursor, pages] = ['' as string | null, 0];
    while (cursor !== null) {
      const more = cursor === '' ? '' : `&cursor=${cursor}`;
      const page = await get<PageOf<AuditEntry>>(companies.people.owner, 'GET', `${url}${more}`);
      ids.push(...page.items.map(({ id }) => id));
      [cursor, pages] = [page.nextCursor, pages + 1];
    }
    assert.deepEqual(
      ids,
      [...ids].sort((a, b) => b - a),
    );
    assert.deepEqual([ids.length, pages], [BEGINNINGS.length, Math.ceil(BEGINNINGS.length / 2)]);
  });

  test('an owner reads of his own organizations, an admin of all, others of none', async () => {
    const { people, foreign } = companies;
    for (const service of ['core', 'billing'] as const) {
      const seen = await read(service, '?limit=200', people.admin);
      assert.ok(new Set(seen.map(({ organizationId }) => organizationId)).size > 1);
      const url = `${services.urls[service]}${listCoreChanges.path}`;
      for (const person of [people.accountant, people.viewer, people.newcomer])
        assert.equal((await ask(person.authorization, 'GET', url)).status, 403);
      const another = `${url}?organizationId=${foreign.organizationId}`;
      assert.equal((await ask(people.owner.authorization, 'GET', another)).status, 404);
    }
  });

  test('refuses a filter that it does not understand', async () => {
    for (const query of [
      'who=me',
      'what=Cycle%20applied',
      'object=cycle:',
      'from=yesterday',
      'from=2026-02-30',
      'to=2026-01-01T25:00:00Z',
      'since=2026-01-01',
      'cursor=xyz',
    ]) {
      const url = `${services.urls.core}${listCoreChanges.path}?${query}`;
      const answer = await ask(companies.people.owner.authorization, 'GET', url);
      assert.equal(answer.status, 400, query);
    }
  });

  for (const service of ['core', 'billing'] as const) {
    for (const statement of [
      `update audit_log set user_id = 1`,
      `delete from audit_log`,
      `truncate audit_log`,
    ]) {
      test(`${service}: "${statement}" is refused, to the owner of the table and to the service`, async () => {
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
