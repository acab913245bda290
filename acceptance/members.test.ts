// The members of an organization: visible to members, changed and removed by owners, never without an owner.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { enableTwoFactor, setUpTwoFactor } from '@kvartplata/contracts/auth/two-factor.ts';
import { createCycle } from '@kvartplata/contracts/billing/cycles.ts';
import {
  changeMember,
  getMember,
  listFormerMembers,
  listMembers,
  removeMember,
  resetMemberTwoFactor,
} from '@kvartplata/contracts/core/members.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import {
  bringIn,
  clientOf,
  PASSWORD,
  type Person,
  signUp,
} from '@kvartplata/platform/testing/people.ts';
import { TOTP } from 'otpauth';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

let services: ThreeServices;
let admin: Person;
let anna: Person;
let boris: Person;
let vera: Person;
let organizationId: number;

before(async () => {
  services = await startThreeServices();
  admin = await signUp(services, 'administrator');
  [anna, boris, vera] = [
    await signUp(services, 'anna'),
    await signUp(services, 'boris'),
    await signUp(services, 'Вера'),
  ];
});
after(async () => services.stop());

async function newOrganization(owner = anna): Promise<number> {
  const { id } = await clientOf(services, owner).call(createOrganization, {
    body: { name: 'ТСЖ «Садовая»' },
  });
  organizationId = id;
  return id;
}

const bring = async (who: Person, role: OrganizationRole, by = anna): Promise<void> =>
  bringIn(services, by, who, { organizationId, role });
const change = async (
  who: Person,
  body: object,
  by = anna,
): Promise<Answered<typeof changeMember>> =>
  ask(services, by.authorization, changeMember, {
    params: { organizationId, userId: who.userId },
    body,
  });
const remove = async (who: Person, by = anna): Promise<Answered<typeof removeMember>> =>
  ask(services, by.authorization, removeMember, { params: { organizationId, userId: who.userId } });
const refusalOf = ({ status, problem }: Pick<Answered<Endpoint>, 'status' | 'problem'>) => [
  status,
  problem.code,
];

describe('members', () => {
  test('whoever creates an organization owns it, and members see who has joined', async () => {
    await newOrganization();
    await bring(boris, 'accountant');
    const { createdAt, ...member } = await clientOf(services, boris).call(getMember, {
      params: { organizationId, userId: boris.userId },
    });
    assert.deepEqual(member, {
      organizationId,
      userId: boris.userId,
      username: 'boris',
      firstName: 'Пётр',
      lastName: 'Сидоров',
      role: 'accountant',
    });
    assert.ok(!Number.isNaN(Date.parse(createdAt)));
    await bring(vera, 'viewer');
    const page = await clientOf(services, vera).call(listMembers, { params: { organizationId } });
    assert.deepEqual(
      page.items.map(({ username, role }) => [username, role]),
      [
        ['anna', 'owner'],
        ['boris', 'accountant'],
        ['Вера', 'viewer'],
      ],
    );
  });

  test('are listed in pages', async () => {
    const first = await clientOf(services, anna).call(listMembers, {
      params: { organizationId },
      query: { limit: 2 },
    });
    assert.equal(first.items.length, 2);
    const second = await clientOf(services, anna).call(listMembers, {
      params: { organizationId },
      query: { limit: 2, cursor: first.nextCursor ?? '' },
    });
    assert.deepEqual([second.items.length, second.nextCursor], [1, null]);
  });

  test('have the access of their role at once, also in billing', async () => {
    const month = { organizationId, year: 2026, month: 1 };
    const [early, later] = [await signUp(services, 'early'), await signUp(services, 'later')];
    assert.equal(
      (await ask(services, early.authorization, createCycle, { body: month })).status,
      404,
    );
    await bring(early, 'accountant');
    await bring(later, 'viewer');
    assert.equal(
      (await ask(services, early.authorization, createCycle, { body: month })).status,
      201,
    );
    assert.deepEqual(
      refusalOf(await ask(services, later.authorization, createCycle, { body: month })),
      [403, 'forbidden'],
    );
  });

  test('a role can be changed, and a username sent along must be the member’s', async () => {
    await newOrganization();
    await bring(boris, 'viewer');
    const changed = await change(boris, { role: 'accountant', username: 'Boris' });
    assert.deepEqual([changed.status, changed.body.role], [200, 'accountant']);
    assert.deepEqual(refusalOf(await change(boris, { role: 'viewer', username: 'anna' })), [
      400,
      'validation-failed',
    ]);
    // Whether the name is the stranger's or not: the response does not reveal who is who.
    for (const username of [undefined, 'Вера', 'anna'])
      assert.deepEqual(
        refusalOf(
          await change(vera, { role: 'viewer', ...(username === undefined ? {} : { username }) }),
        ),
        [404, 'not-found'],
      );
  });

  test('the last owner can be neither removed nor demoted', async () => {
    assert.deepEqual(refusalOf(await change(anna, { role: 'viewer' })), [409, 'last-owner']);
    assert.deepEqual(refusalOf(await remove(anna)), [409, 'last-owner']);
    assert.equal((await change(boris, { role: 'owner' })).status, 200);
    assert.equal((await remove(anna, boris)).status, 204);
    assert.deepEqual(refusalOf(await remove(boris)), [404, 'not-found'], 'anna is a stranger now');
  });

  test('two owners who remove each other concurrently leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await newOrganization();
      await bring(boris, 'owner');
      const answers = await Promise.all([remove(boris, anna), remove(anna, boris)]);
      const done = answers.filter(({ status }) => status === 204);
      assert.equal(done.length, 1, JSON.stringify(answers.map(({ status }) => status)));
    }
  });

  test('leave by themselves in any role, but not as the last owner', async () => {
    await newOrganization();
    await bring(boris, 'accountant');
    await bring(vera, 'viewer');
    assert.deepEqual(refusalOf(await remove(boris, vera)), [403, 'forbidden']);
    for (const who of [vera, boris]) {
      assert.equal((await remove(who, who)).status, 204);
      const params = { organizationId };
      const answer = await ask(services, who.authorization, listMembers, { params });
      assert.deepEqual(refusalOf(answer), [404, 'not-found']);
      assert.deepEqual(refusalOf(await remove(who, who)), [404, 'not-found']);
    }
    assert.deepEqual(refusalOf(await remove(anna)), [409, 'last-owner']);
    const { rows } = await services.owners.core.query(
      `select user_id, object_id, before from audit_log
       where action = 'member.left' and organization_id = $1 order by id`,
      [organizationId],
    );
    assert.deepEqual(
      rows,
      [
        { who: vera, role: 'viewer' },
        { who: boris, role: 'accountant' },
      ].map(({ who, role }) => ({
        user_id: String(who.userId),
        object_id: String(who.userId),
        before: { role },
      })),
    );
  });

  test('are named to owners after they have ended, until they come back', async () => {
    await newOrganization();
    for (const who of [boris, vera]) await bring(who, 'accountant');
    await remove(boris);
    await remove(vera, vera);
    const params = { organizationId };
    const listed = async (query: { readonly limit?: number; readonly cursor?: string } = {}) =>
      clientOf(services, anna).call(listFormerMembers, { params, query });
    const { items } = await listed();
    assert.deepEqual(
      items.map(({ endedAt, ...member }) => [member, Number.isNaN(Date.parse(endedAt))]),
      [boris, vera].map(({ userId, username }) => {
        const names = { username, firstName: 'Пётр', lastName: 'Сидоров' };
        return [{ organizationId, userId, ...names, role: 'accountant' }, false];
      }),
    );
    const { nextCursor } = await listed({ limit: 1 });
    const second = await listed({ limit: 1, cursor: nextCursor ?? '' });
    assert.deepEqual(
      second.items.map(({ userId }) => userId),
      [vera.userId],
    );
    await bring(vera, 'viewer');
    assert.deepEqual((await listed()).items, [items[0]]);
    const answer = await ask(services, vera.authorization, listFormerMembers, { params });
    assert.deepEqual(refusalOf(answer), [403, 'forbidden']);
  });

  test('two owners who leave concurrently leave one', async () => {
    for (let round = 0; round < 5; round += 1) {
      await newOrganization();
      await bring(boris, 'owner');
      const answers = await Promise.all([remove(anna, anna), remove(boris, boris)]);
      assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([204, 409]));
    }
  });

  test('can have a lost second factor reset by somebody who owns all their organizations', async () => {
    await newOrganization();
    const [galina, dina] = [await signUp(services, 'galina'), await signUp(services, 'dina')];
    await bring(galina, 'accountant');
    await bring(dina, 'owner');
    const reset = async (who: Person, by = anna) =>
      ask(services, by.authorization, resetMemberTwoFactor, {
        params: { organizationId, userId: who.userId },
      });
    assert.deepEqual(refusalOf(await reset(galina)), [409, 'two-factor-not-enabled']);

    await turnOn(galina);
    const here = organizationId;
    await newOrganization(galina);
    organizationId = here;
    assert.deepEqual(refusalOf(await reset(galina)), [403, 'member-elsewhere']);
    assert.deepEqual(refusalOf(await reset(anna)), [403, 'not-for-oneself']);
    assert.deepEqual(refusalOf(await reset(dina, galina)), [403, 'forbidden']);
    assert.deepEqual(refusalOf(await reset(boris)), [404, 'not-found']);
    assert.deepEqual(refusalOf(await reset(galina, boris)), [404, 'not-found']);

    await turnOn(dina);
    assert.equal((await reset(dina)).status, 204);
    const over = await ask(services, dina.authorization, setUpTwoFactor);
    assert.deepEqual(refusalOf(over), [401, 'not-signed-in']);
    const again = await ask(services, undefined, startSession, {
      body: { username: 'dina', password: PASSWORD },
    });
    assert.equal(again.body.twoFactorRequired, false);
    assert.equal((await reset(galina, admin)).status, 204, 'an admin may');

    const { rows } = await services.owners.core.query(
      `select user_id, object_id from audit_log where action = 'member.two-factor-reset' order by id`,
    );
    assert.deepEqual(rows, [
      { user_id: String(anna.userId), object_id: String(dina.userId) },
      { user_id: String(admin.userId), object_id: String(galina.userId) },
    ]);
  });

  test('who are platform admins cannot have their second factor reset', async () => {
    await newOrganization();
    await bring(admin, 'viewer');
    await turnOn(admin);
    const params = { organizationId, userId: admin.userId };
    const answer = await ask(services, anna.authorization, resetMemberTwoFactor, { params });
    assert.deepEqual(refusalOf(answer), [403, 'not-for-admins']);
  });

  test('an admin gets a 404 for the members of a missing organization', async () => {
    organizationId = 999_999;
    assert.deepEqual(
      refusalOf(
        await ask(services, admin.authorization, listMembers, { params: { organizationId } }),
      ),
      [404, 'not-found'],
    );
  });
});

async function turnOn(who: Person): Promise<void> {
  const client = clientOf(services, who);
  const { secret } = await client.call(setUpTwoFactor, { body: { password: PASSWORD } });
  await client.call(enableTwoFactor, { body: { code: new TOTP({ secret }).generate() } });
}
