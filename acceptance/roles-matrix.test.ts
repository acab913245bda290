// Every role calls every operation of the three OpenAPI documents about its own company and about another's. What is refused is
// also refused with either of the two layers of tenant isolation disabled.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { getReceiptProof } from '@kvartplata/contracts/billing/seals.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { roleCovers } from '@kvartplata/contracts/roles.ts';
import { acceptInvitation, declineInvitation } from '@kvartplata/contracts/core/invitations.ts';
import { removeMember } from '@kvartplata/contracts/core/members.ts';
import type { RoleRules } from '@kvartplata/platform/identity/memberships.ts';
import { signIn } from '@kvartplata/platform/testing/people.ts';
import { fingerprintOf } from './testing/fingerprint.ts';
import { listOperations, requestOf, type Operation } from './testing/operations.ts';
import { addMember } from './testing/memberships.ts';
import { ask, askAt, type Answer } from './testing/people.ts';
import { startThreeServices, type Nets, type ThreeServices } from './testing/three-services.ts';
import {
  makeTwoCompanies,
  ROLES,
  signUpForAuth,
  type Role,
  type TwoCompanies,
} from './testing/two-companies.ts';

/** `allowed`: the response is about the requested thing, even if it is a conflict with its state. */
type Outcome = 'allowed' | 401 | 403 | 404;
type Whose = 'own' | 'foreign';
type Cell = { readonly role: Role; readonly whose: Whose };

const CELLS: readonly Cell[] = ROLES.flatMap((role) => [
  { role, whose: 'own' as const },
  { role, whose: 'foreign' as const },
]);
const ORGANIZATION_ROLES: readonly string[] = ['owner', 'accountant', 'viewer'];

/** Memberships allow everything to everybody: what is still refused is refused by the database. */
const NO_RULES: RoleRules = { requireRole: () => {}, organizationsOf: () => 'all' };

const RUNS: readonly { readonly name: string; readonly nets: Nets }[] = [
  { name: 'with both nets', nets: {} },
  { name: 'with the rules of memberships alone', nets: { rowSecurity: false } },
  { name: 'with row-level security alone', nets: { rules: NO_RULES } },
];

for (const { name, nets } of RUNS) {
  const isRowsAlone = nets.rules !== undefined;
  // A layer only restricts: what both allow, each one allows. Auth has none.
  const hasBothNets = Object.keys(nets).length === 0;

  describe(`who may do what, ${name}`, () => {
    let services: ThreeServices;
    let companies: TwoCompanies;
    let peopleOfAuth: TwoCompanies['people'];
    const inAuth = new Map<Role, string>();
    let operations: readonly Operation[];
    before(async () => {
      services = await startThreeServices(nets);
      companies = await makeTwoCompanies(services);
      peopleOfAuth = await signUpForAuth(services);
      operations = (await listOperations(services)).filter(
        ({ access, service }) => access !== 'public' && (hasBothNets || service !== 'auth'),
      );
    });
    after(async () => services.stop());

    async function fingerprints(): Promise<object> {
      return {
        core: await fingerprintOf(services.owners.core),
        billing: await fingerprintOf(services.owners.billing),
      };
    }

    async function answerTo(operation: Operation, { role, whose }: Cell): Promise<Answer> {
      const { method, url, body } = requestOf(operation, companies[whose]);
      const answer = await askAt(
        await authorizationOf(operation, role),
        method,
        services.urls[operation.service] + url,
        body,
      );
      // A request to auth may have ended sessions: the next caller signs in again.
      if (operation.service === 'auth' && method !== 'GET' && answer.status < 400) inAuth.clear();
      return answer;
    }

    async function authorizationOf(
      { service }: Operation,
      role: Role,
    ): Promise<string | undefined> {
      if (role === 'nobody') return undefined;
      if (service !== 'auth') return companies.people[role].authorization;
      const known =
        inAuth.get(role) ?? (await signIn(services.urls.auth, peopleOfAuth[role].username));
      inAuth.set(role, known);
      return known;
    }

    test('everything that is not allowed is refused, and changes nothing', async () => {
      let cells = 0;
      const standing = await fingerprints();
      for (const [collection, its] of Map.groupBy(operations, collectionOf)) {
        for (const operation of its)
          for (const cell of CELLS) {
            const expected = expectedOutcome(operation, cell);
            if (expected === 'allowed') continue;
            const answer = await answerTo(operation, cell);
            const what = `${cell.role} asks ${operation.method} ${operation.path} of the ${cell.whose} company`;
            assertRefused(answer, expected, what, isRowsAlone);
            cells += 1;
          }
        // A fingerprint reads every table completely, so it is taken once per group of requests.
        if (its.some(({ method }) => method !== 'GET'))
          assert.deepEqual(await fingerprints(), standing, collection);
      }
      assert.ok(cells > 100, `${cells} cells`);
    });

    test('another service’s token opens the routes for services, and nothing else', async () => {
      for (const operation of operations) {
        const { method, url, body } = requestOf(operation, companies.own);
        const authorization = await companies.serviceAuthorization(operation.service);
        const answer = await askAt(
          authorization,
          method,
          services.urls[operation.service] + url,
          body,
        );
        const what = `${operation.method} ${operation.path}: ${answer.status}`;
        if (operation.access === 'service') assert.ok(answer.status < 400, what);
        else assert.equal(answer.status, operation.access === 'csrf' ? 403 : 401, what);
      }
    });

    test('only members leave a company, each in their own name', async () => {
      for (const { role, whose } of CELLS) {
        if (role === 'nobody') continue;
        const { userId, authorization } = companies.people[role];
        const { organizationId } = companies[whose];
        const isMember = whose === 'own' && ORGANIZATION_ROLES.includes(role);
        const params = { organizationId, userId };
        const answer = await ask(services, authorization, removeMember, { params });
        const expected = !isMember ? 404 : role === 'owner' ? 409 : 204;
        assert.equal(answer.status, expected, `${role} leaves the ${whose} company`);
        if (expected === 204)
          await addMember(services, organizationId, userId, role as OrganizationRole);
      }
    });

    test(
      'everything that is allowed is done',
      { skip: !hasBothNets && 'both nets allow it' },
      async () => {
        for (const operation of operations) {
          for (const cell of CELLS) {
            if (expectedOutcome(operation, cell) !== 'allowed') continue;
            const answer = await answerTo(operation, cell);
            if (operation.method !== 'GET') await companies.restore();
            const what = `${cell.role} asks ${operation.method} ${operation.path} of the ${cell.whose} company`;
            assert.ok(
              isHeard(operation, answer),
              `${what}: ${answer.status} ${JSON.stringify(answer.body)}`,
            );
          }
        }
      },
    );
  });
}

/** `/api/billing/payments` for everything below it. */
function collectionOf({ path }: Operation): string {
  return path.split('/').slice(0, 4).join('/');
}

function expectedOutcome({ id, access, service }: Operation, { role, whose }: Cell): Outcome {
  if (access === 'csrf') return 403;
  if (access === 'service' || role === 'nobody') return 401;
  // An invitation is for the invited person, whichever company it is from.
  if (id === acceptInvitation.id || id === declineInvitation.id)
    return role === 'newcomer' ? 'allowed' : 404;
  // For auth it does not matter whose company it is.
  if (access === 'user' || role === 'admin' || service === 'auth')
    return access === 'admin' && role !== 'admin' ? 403 : 'allowed';
  if (access === 'admin') return 403;
  if (whose === 'foreign' || !ORGANIZATION_ROLES.includes(role)) return 404;
  const held = role as OrganizationRole;
  return roleCovers(held, access as OrganizationRole) ? 'allowed' : 403;
}

function assertRefused(
  answer: Answer,
  expected: Exclude<Outcome, 'allowed'>,
  what: string,
  isRowsAlone: boolean,
): void {
  const told = `${what}: ${answer.status} ${JSON.stringify(answer.body)}`;
  if (!isRowsAlone || expected === 401) {
    assert.equal(answer.status, expected, told);
    return;
  }
  // The database cannot say why: it hides rows, and refuses new ones.
  assert.ok(answer.status < 500, told);
  assert.ok(answer.status >= 400 || saysNothing(answer.body), told);
}

/** The response is about the requested thing; in auth that may be a session or a code that does not exist. */
function isHeard({ id, service }: Operation, { status, body }: Answer): boolean {
  const { code, detail } = (body ?? {}) as { code?: string; detail?: string };
  // None of their months is closed: the response says that, not that there is no such month.
  if (id === getReceiptProof.id) return /no line in a seal/.test(detail ?? '');
  if (service === 'auth' && ['wrong-code', 'wrong-credentials', 'not-found'].includes(code ?? ''))
    return true;
  return ![401, 403, 404].includes(status) && status < 500;
}

/** An empty list, a report without rows, or the balance of an account without any data. */
function saysNothing(body: unknown): boolean {
  type Said = { items?: unknown[]; accounts?: unknown[]; lastUpdatedAt?: unknown };
  const { items, accounts, lastUpdatedAt } = body as Said;
  const list = items ?? accounts;
  return list === undefined ? lastUpdatedAt === null : list.length === 0;
}
