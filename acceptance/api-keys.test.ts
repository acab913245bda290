// What a program may do with an API key, at every service: as much as its role in its organization allows, as long as the key is
// valid and its maker has that role, and never what is only for people.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { ORGANIZATION_ROLES, type OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import { createApiKey, withdrawApiKey } from '@kvartplata/contracts/auth/api-keys.ts';
import { changePlatformRole } from '@kvartplata/contracts/auth/users.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { changeMember, removeMember } from '@kvartplata/contracts/core/members.ts';
import {
  createOrganization,
  getOrganization,
  listOrganizations,
  replaceOrganization,
} from '@kvartplata/contracts/core/organizations.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { bringIn, clientOf, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { fingerprintOf } from './testing/fingerprint.ts';
import { listOperations, requestOf, type Operation } from './testing/operations.ts';
import { ask, askAt } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

/** 5 s are promised; a busy machine may take twice as long. */
const PATIENCE_MS = 10_000;
const PEOPLE_ONLY = new Set(
  [...CORE.operations, ...BILLING.operations].filter((one) => one.peopleOnly).map(({ id }) => id),
);

let services: ThreeServices;
let companies: TwoCompanies;
let organizationId: number;
let made = 0;
before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
  ({ organizationId } = companies.own);
});
after(async () => services.stop());

async function keyOf(person: Person, role: OrganizationRole, ofId = organizationId) {
  const expiresOn = Temporal.Now.plainDateISO('Europe/Moscow').add({ days: 30 }).toString();
  const body = { organizationId: ofId, name: 'программа', role, expiresOn };
  const { id, key } = await clientOf(services, person).call(createApiKey, { body });
  return { id, authorization: `Bearer ${key}` };
}

async function newMember(role: OrganizationRole): Promise<Person> {
  made += 1;
  const person = await signUp(services, `member${made}`);
  await bringIn(services, companies.people.owner, person, { organizationId, role });
  return person;
}

async function statusesOf(authorization: string): Promise<readonly number[]> {
  const answers = [
    ask(services, authorization, getOrganization, { params: { organizationId } }),
    ask(services, authorization, listCycles, { query: { organizationId } }),
  ];
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function assertRefusedSoon(authorization: string, status = 401): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let seen: readonly number[] = [];
  while (performance.now() < deadline) {
    seen = await statusesOf(authorization);
    if (seen.every((each) => each === status)) return;
    await setTimeout(100);
  }
  assert.fail(`after ${PATIENCE_MS} ms: ${seen.join(' ')}`);
}

describe('an operation called with a key', () => {
  let operations: readonly Operation[];
  before(async () => {
    operations = (await listOperations(services)).filter(
      ({ access, service }) =>
        service !== 'auth' && !['public', 'csrf', 'service'].includes(access),
    );
  });

  const fingerprints = async (): Promise<object> => ({
    core: await fingerprintOf(services.owners.core),
    billing: await fingerprintOf(services.owners.billing),
  });

  const expectedOf = (
    { id, access }: Operation,
    role: OrganizationRole,
    whose: 'own' | 'foreign',
  ): 'allowed' | 403 | 404 => {
    if (PEOPLE_ONLY.has(id) || access === 'admin') return 403;
    if (access === 'user') return 'allowed';
    if (whose === 'foreign') return 404;
    return roleCovers(role, access as OrganizationRole) ? 'allowed' : 403;
  };

  for (const role of ORGANIZATION_ROLES)
    test(`is refused to the ${role}'s key just as to the ${role}, and always if it is only for people`, async () => {
      // Made by the owner: the key's role counts, not its maker's.
      const { authorization } = await keyOf(companies.people.owner, role);
      const standing = await fingerprints();
      for (const operation of operations)
        for (const whose of ['own', 'foreign'] as const) {
          const expected = expectedOf(operation, role, whose);
          if (expected === 'allowed' && operation.method !== 'GET') continue;
          const { method, url, body } = requestOf(operation, companies[whose]);
          const asked = services.urls[operation.service] + url;
          const { status } = await askAt(authorization, method, asked, body);
          const what = `${method} ${operation.path} of the ${whose} company: ${status}`;
          if (expected === 'allowed') assert.ok(![401, 403].includes(status) && status < 500, what);
          else assert.equal(status, expected, what);
        }
      assert.deepEqual(await fingerprints(), standing);
    });
});

test('a key sees only its own organization, even if its maker is a member of two', async () => {
  const person = await newMember('accountant');
  const foreignId = companies.foreign.organizationId;
  await services.owners.core.query(
    `insert into organization_members (organization_id, user_id, role) values ($1, $2, 'owner')`,
    [foreignId, person.userId],
  );
  const { authorization } = await keyOf(person, 'viewer');
  const seen = (await ask(services, authorization, listOrganizations)).body;
  assert.deepEqual(
    seen.map(({ id }) => id),
    [organizationId],
  );
  const other = { params: { organizationId: foreignId } };
  assert.equal((await ask(services, authorization, getOrganization, other)).status, 404);
});

test('a key works at once, even if billing has known its maker since before the organization existed', async () => {
  const person = await signUp(services, 'yesterday');
  const { call } = clientOf(services, person);
  assert.deepEqual((await call(listCycles)).items, []);
  const { id } = await call(createOrganization, { body: { name: 'ЖК «Новый»' } });
  const { authorization } = await keyOf(person, 'viewer', id);
  assert.equal((await ask(services, authorization, listCycles)).status, 200);
});

test('what a program books counts as booked by the key’s maker, and the audit log names the key', async () => {
  const { authorization, id } = await keyOf(companies.people.accountant, 'accountant');
  const { personalAccountId } = companies.own;
  const body = { personalAccountId, amount: '12.34', paidOn: '2026-02-10' };
  const booked = await ask(services, authorization, createPayment, { body });
  assert.equal(booked.status, 201, JSON.stringify(booked.body));
  const { items } = await clientOf(services, companies.people.owner).call(listBillingChanges, {
    query: { organizationId, what: 'payment.booked', limit: 1 },
  });
  const [{ userId, apiKeyId } = {}] = items;
  assert.deepEqual([userId, apiKeyId], [companies.people.accountant.userId, id]);
});

test('a program may book up to the organization’s limit, whoever made its key, and cannot raise it', async () => {
  const { personalAccountId } = companies.own;
  const { rows } = await services.owners.core.query<{ readonly name: string }>(
    'update organizations set step_up_above = 100 where id = $1 returning name',
    [organizationId],
  );
  const { owner, admin } = companies.people;
  for (const [maker, paidOn] of [
    [owner, '2026-02-11'],
    [admin, '2026-02-12'],
  ] as const) {
    const { authorization } = await keyOf(maker, 'owner');
    const pay = async (amount: string) =>
      ask(services, authorization, createPayment, { body: { personalAccountId, amount, paidOn } });
    await until('billing knows the limit', async () => {
      const { problem } = await pay('100.01');
      return problem.code === 'step-up-by-person';
    });
    const allowed = await pay('100.00');
    assert.equal(allowed.status, 201, allowed.text);
    const raised = await ask(services, authorization, replaceOrganization, {
      params: { organizationId },
      body: { name: rows[0]?.name ?? '', stepUpAbove: '200.00' },
    });
    assert.deepEqual([raised.status, raised.problem.code], [403, 'step-up-by-person']);
  }
  await services.owners.core.query('update organizations set step_up_above = null where id = $1', [
    organizationId,
  ]);
});

describe('a key is refused by core and billing within seconds', () => {
  test('after it is withdrawn', async () => {
    const { authorization, id } = await keyOf(companies.people.accountant, 'accountant');
    assert.deepEqual(await statusesOf(authorization), [200, 200]);
    const { call } = clientOf(services, companies.people.owner);
    await call(withdrawApiKey, { params: { apiKeyId: id } });
    await assertRefusedSoon(authorization);
  });

  test('after its maker is removed', async () => {
    const person = await newMember('accountant');
    const { authorization } = await keyOf(person, 'viewer');
    assert.deepEqual(await statusesOf(authorization), [200, 200]);
    const { call } = clientOf(services, companies.people.owner);
    await call(removeMember, { params: { organizationId, userId: person.userId } });
    await assertRefusedSoon(authorization);
  });

  test('after its maker’s role becomes lower than the key’s, while a key of the lower role stays valid', async () => {
    const person = await newMember('accountant');
    const great = await keyOf(person, 'accountant');
    const small = await keyOf(person, 'viewer');
    assert.deepEqual(await statusesOf(great.authorization), [200, 200]);
    const params = { organizationId, userId: person.userId };
    const { call } = clientOf(services, companies.people.owner);
    await call(changeMember, { params, body: { role: 'viewer' } });
    await assertRefusedSoon(great.authorization);
    assert.deepEqual(await statusesOf(small.authorization), [200, 200]);
  });

  test('after its maker stops being an admin of the platform', async () => {
    const person = await signUp(services, 'second-admin');
    const { call } = clientOf(services, companies.people.admin);
    const params = { userId: person.userId };
    await call(changePlatformRole, { params, body: { platformRole: 'admin' } });
    const { authorization } = await keyOf(person, 'owner');
    assert.deepEqual(await statusesOf(authorization), [200, 200]);
    await call(changePlatformRole, { params, body: { platformRole: 'user' } });
    await assertRefusedSoon(authorization);
  });

  test('after its last day', async () => {
    const { authorization, id } = await keyOf(companies.people.accountant, 'viewer');
    assert.deepEqual(await statusesOf(authorization), [200, 200]);
    await services.owners.auth.query(
      `update api_keys set expires_on = (now() at time zone 'Europe/Moscow')::date - 1 where id = $1`,
      [id],
    );
    await assertRefusedSoon(authorization);
  });

  test('at once when it is truncated, sent in a cookie, or unknown', async () => {
    const { authorization } = await keyOf(companies.people.accountant, 'viewer');
    const key = authorization.slice('Bearer '.length);
    for (const headers of [
      { authorization: authorization.slice(0, -1) },
      { authorization: authorization.slice(0, -9) },
      { authorization: `${authorization}0` },
      { authorization: 'Bearer kp_' },
      { cookie: `access_token=${key}` },
    ] as const)
      for (const url of [
        services.urls.core + listOrganizations.path,
        services.urls.billing + listCycles.path,
      ])
        assert.equal((await fetch(url, { headers })).status, 401);
    assert.deepEqual(await statusesOf(authorization), [200, 200]);
  });
});
