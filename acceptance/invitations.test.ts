// Nobody is put into an organization without consent: an owner invites, the invited person accepts, and until then nothing is
// revealed about them, not even whether they exist.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  acceptInvitation,
  createInvitation,
  declineInvitation,
  getInvitation,
  type Invitation,
  listInvitations,
  listOwnInvitations,
  type NewInvitation,
  type OwnInvitation,
  withdrawInvitation,
} from '@kvartplata/contracts/core/invitations.ts';
import {
  getMember,
  inviteMember,
  listMembers,
  removeMember,
} from '@kvartplata/contracts/core/members.ts';
import {
  createOrganization,
  deleteOrganization,
  getOrganization,
} from '@kvartplata/contracts/core/organizations.ts';
import { type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { bringIn, clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Answered } from '@kvartplata/platform/testing/answered.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const MOST_WAITING = 100;

let services: ThreeServices;
let anna: Person;
let boris: Person;
let vera: Person;
let organizationId: number;

before(async () => {
  services = await startThreeServices();
  // The first user is the platform's admin, who may do everything.
  await signUp(services, 'administrator');
  anna = await signUp(services, 'anna');
  boris = await signUp(services, 'boris');
  vera = await signUp(services, 'Вера');
});
after(async () => services.stop());

async function newOrganization(name = 'ТСЖ «Садовая»'): Promise<void> {
  ({ id: organizationId } = await clientOf(services, anna).call(createOrganization, {
    body: { name },
  }));
}

const invite = async (body: object, by = anna) =>
  ask(services, by.authorization, createInvitation, { params: { organizationId }, body });
const invited = async (body: NewInvitation): Promise<Invitation> =>
  clientOf(services, anna).call(createInvitation, { params: { organizationId }, body });
const answer = async (who: Person, { id }: { id: number }, how: 'accept' | 'decline') =>
  ask(services, who.authorization, how === 'accept' ? acceptInvitation : declineInvitation, {
    params: { invitationId: id },
  });
const refusalOf = ({ status, problem }: Pick<Answered<Endpoint>, 'status' | 'problem'>) => [
  status,
  problem.code,
];

async function ownOf(who: Person): Promise<readonly OwnInvitation[]> {
  return (await clientOf(services, who).call(listOwnInvitations)).items;
}

async function waiting(): Promise<readonly Invitation[]> {
  return (await clientOf(services, anna).call(listInvitations, { params: { organizationId } }))
    .items;
}

async function usernames(): Promise<readonly (string | null)[]> {
  const { items } = await clientOf(services, anna).call(listMembers, {
    params: { organizationId },
  });
  return items.map(({ username }) => username);
}

/** Everything in the response except what was typed, its own id and the time of day. */
function toldBy(
  { status, headers, text }: Pick<Answered<Endpoint>, 'status' | 'headers' | 'text'>,
  typed: string,
): string {
  const lines = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return `${JSON.stringify([status, lines])} ${text}`
    .replaceAll(typed, 'TYPED')
    .replaceAll(/"id":\d+|invitations\/\d+|\d{4}-\d\d-\d\dT[\d:.]+Z|"requestId":"[^"]+"/g, '·')
    .replaceAll(/"content-length","\d+"/g, '·');
}

describe('an invitation', () => {
  test('gets the same answer whether or not the addressee exists', async () => {
    await newOrganization();
    for (const [known, unknown] of [
      [{ username: 'boris' }, { username: 'nobody-at-all' }],
      [{ email: 'boris@example.org' }, { email: 'nobody@example.org' }],
    ] as const) {
      const [one, other] = [
        await invite({ ...known, role: 'viewer' }),
        await invite({ ...unknown, role: 'viewer' }),
      ];
      assert.equal(one.status, 201, one.text);
      const [typed = ''] = Object.values(known);
      const [typedForNobody = ''] = Object.values(unknown);
      assert.equal(toldBy(one, typed), toldBy(other, typedForNobody));
      assert.ok(!one.text.includes('Сидоров'));
    }
    assert.deepEqual(await usernames(), ['anna'], 'nobody was put in');
  });

  test('shows what was typed and until when it is valid', async () => {
    await newOrganization();
    const { id, createdAt, expiresAt, ...said } = await invited({
      username: 'BORIS',
      role: 'accountant',
    });
    assert.deepEqual(said, {
      organizationId,
      username: 'BORIS',
      email: null,
      role: 'accountant',
      status: 'WAITING',
    });
    assert.equal(Date.parse(expiresAt) - Date.parse(createdAt), 14 * 86_400_000);
    assert.equal(
      (
        await clientOf(services, anna).call(getInvitation, {
          params: { organizationId, invitationId: id },
        })
      ).username,
      'BORIS',
    );
  });

  test('shows the invited person the organization and the role, and strangers nothing', async () => {
    const mine = (await ownOf(boris)).find((one) => one.organizationId === organizationId);
    assert.ok(mine);
    const { organizationName, role, status } = mine;
    assert.deepEqual([organizationName, role, status], ['ТСЖ «Садовая»', 'accountant', 'WAITING']);
    assert.ok(!JSON.stringify(mine).includes('anna'));
    assert.deepEqual(await ownOf(vera), []);
    for (const how of ['accept', 'decline'] as const)
      assert.deepEqual(refusalOf(await answer(vera, mine, how)), [404, 'not-found']);
    const stranger = await ask(services, boris.authorization, getOrganization, {
      params: { organizationId },
    });
    assert.equal(stranger.status, 404, 'to be asked is not to be in');
  });

  test('makes whoever accepts it a member, at once and in every service', async () => {
    const mine = (await ownOf(boris)).find((one) => one.organizationId === organizationId);
    assert.ok(mine);
    assert.equal(
      (await ask(services, boris.authorization, listCycles, { query: { organizationId } })).status,
      404,
    );
    const accepted = await clientOf(services, boris).call(acceptInvitation, {
      params: { invitationId: mine.id },
    });
    assert.equal(accepted.status, 'ACCEPTED');
    assert.deepEqual(await usernames(), ['anna', 'boris']);
    assert.equal(
      (await ask(services, boris.authorization, listCycles, { query: { organizationId } })).status,
      200,
    );
    assert.deepEqual(await waiting(), []);
    const { items } = await clientOf(services, anna).call(listCoreChanges, {
      query: { organizationId },
    });
    assert.deepEqual(
      items.slice(0, 3).map(({ action, userId }) => [action, userId]),
      [
        ['invitation.accepted', boris.userId],
        ['member.joined', boris.userId],
        ['invitation.created', anna.userId],
      ],
    );
  });

  test('that is accepted by several clicks makes one member, and none again after a removal', async () => {
    await newOrganization();
    const invitation = await invited({ username: 'boris', role: 'viewer' });
    const clicks = Array.from({ length: 5 }, async () => answer(boris, invitation, 'accept'));
    for (const { status, text } of await Promise.all(clicks)) assert.equal(status, 200, text);
    assert.deepEqual(await usernames(), ['anna', 'boris']);
    await clientOf(services, anna).call(removeMember, {
      params: { organizationId, userId: boris.userId },
    });
    assert.equal((await answer(boris, invitation, 'accept')).status, 200);
    assert.deepEqual(await usernames(), ['anna'], 'what was removed stays so');
  });

  test('waits for somebody who registers later, and matches names in any case', async () => {
    await newOrganization();
    await invited({ email: 'LATER-one@Example.org', role: 'viewer' });
    await invited({ username: 'LATER-TWO', role: 'viewer' });
    for (const name of ['later-one', 'later-two']) {
      const [invitation] = await ownOf(await signUp(services, name));
      assert.equal(invitation?.organizationId, organizationId, name);
    }
  });

  test('that is declined is over, without revealing who declined it', async () => {
    await newOrganization();
    const invitation = await invited({ username: 'boris', role: 'viewer' });
    for (let click = 0; click < 2; click += 1)
      assert.equal((await answer(boris, invitation, 'decline')).status, 200);
    assert.deepEqual(refusalOf(await answer(boris, invitation, 'accept')), [
      409,
      'invitation-over',
    ]);
    assert.deepEqual(await usernames(), ['anna']);
    const { items } = await clientOf(services, anna).call(listCoreChanges, {
      query: { what: 'invitation.declined', object: `invitation:${invitation.id}` },
    });
    assert.deepEqual(
      items.map(({ userId, after: told }) => [userId, told]),
      [[null, { username: 'boris', role: 'viewer' }]],
    );
  });

  test('that is withdrawn or expired is over', async () => {
    await newOrganization();
    const withdrawn = await invited({ username: 'boris', role: 'viewer' });
    await clientOf(services, anna).call(withdrawInvitation, {
      params: { organizationId, invitationId: withdrawn.id },
    });
    assert.deepEqual(
      refusalOf(
        await ask(services, anna.authorization, withdrawInvitation, {
          params: { organizationId, invitationId: withdrawn.id },
        }),
      ),
      [409, 'invitation-over'],
    );
    const old = await invited({ email: 'boris@example.org', role: 'viewer' });
    await services.owners.core.query(
      `update invitations set
         created_at = (created_at at time zone 'UTC' - interval '14 days') at time zone 'UTC',
         expires_at = (expires_at at time zone 'UTC' - interval '14 days') at time zone 'UTC' where id = $1`,
      [old.id],
    );
    for (const over of [withdrawn, old])
      for (const how of ['accept', 'decline'] as const)
        assert.deepEqual(refusalOf(await answer(boris, over, how)), [409, 'invitation-over']);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(
      (await ownOf(boris)).filter((one) => one.organizationId === organizationId),
      [],
    );
    const { status } = await clientOf(services, anna).call(getInvitation, {
      params: { organizationId, invitationId: old.id },
    });
    assert.equal(status, 'EXPIRED');
  });

  test('replaces an earlier one to the same name, so that nobody accepts a role they have not read', async () => {
    await newOrganization();
    const first = await invited({ username: 'boris', role: 'owner' });
    const second = await invited({ username: 'Boris', role: 'viewer' });
    assert.deepEqual(
      (await waiting()).map(({ id, role }) => [id, role]),
      [[second.id, 'viewer']],
    );
    assert.deepEqual(refusalOf(await answer(boris, first, 'accept')), [409, 'invitation-over']);
  });

  test('to one person by username and by e-mail lets them in once', async () => {
    await newOrganization();
    const byName = await invited({ username: 'boris', role: 'viewer' });
    const byEmail = await invited({ email: 'boris@example.org', role: 'owner' });
    assert.equal((await answer(boris, byName, 'accept')).status, 200);
    await clientOf(services, anna).call(removeMember, {
      params: { organizationId, userId: boris.userId },
    });
    assert.deepEqual(refusalOf(await answer(boris, byEmail, 'accept')), [409, 'invitation-over']);
  });

  test('to a member is refused by username, and by e-mail does not reveal the membership', async () => {
    await newOrganization();
    await bringIn(services, anna, boris, { organizationId, role: 'accountant' });
    const again = await invite({ username: 'BORIS', role: 'viewer' });
    assert.deepEqual(refusalOf(again), [409, 'member-exists']);
    const [known, unknown] = ['boris@example.org', 'nobody@example.org'];
    assert.equal(
      toldBy(await invite({ email: known, role: 'viewer' }), known),
      toldBy(await invite({ email: unknown, role: 'viewer' }), unknown),
    );
    assert.ok((await ownOf(boris)).every((one) => one.organizationId !== organizationId));
    const [waits] = await waiting();
    assert.ok(waits);
    assert.deepEqual(refusalOf(await answer(boris, waits, 'accept')), [409, 'member-exists']);
    const { role } = await clientOf(services, anna).call(getMember, {
      params: { organizationId, userId: boris.userId },
    });
    assert.equal(role, 'accountant');
  });

  test('is refused beyond a maximum number', async () => {
    await newOrganization();
    for (let count = 0; count < MOST_WAITING; count += 1)
      await invited({ email: `somebody-${count}@example.org`, role: 'viewer' });
    const more = await invite({ email: 'one-more@example.org', role: 'viewer' });
    assert.deepEqual(refusalOf(more), [409, 'too-many-invitations']);
    await invited({ email: 'somebody-1@example.org', role: 'owner' });
    const pages = await clientOf(services, anna).call(listInvitations, {
      params: { organizationId },
      query: { limit: 99 },
    });
    assert.ok(pages.nextCursor !== null);
  });

  test('must name one person in one way', async () => {
    await newOrganization();
    for (const body of [
      { role: 'viewer' },
      { username: 'boris', email: 'boris@example.org', role: 'viewer' },
      { username: 'boris', role: 'admin' },
      { username: '', role: 'viewer' },
      { email: 'boris', role: 'viewer' },
      { username: 'ﷺ'.repeat(254), role: 'viewer' },
    ])
      assert.deepEqual(
        refusalOf(await invite(body)),
        [400, 'validation-failed'],
        JSON.stringify(body),
      );
  });

  test('is created by a POST of a member', async () => {
    await newOrganization();
    const made = await ask(services, anna.authorization, inviteMember, {
      params: { organizationId },
      body: { username: 'boris', role: 'viewer' },
    });
    assert.equal(made.status, 201);
    const { id, status } = made.body;
    assert.equal(status, 'WAITING');
    const place = addressOf(getInvitation, { params: { organizationId, invitationId: id } });
    assert.equal(made.headers.get('location'), place);
    assert.deepEqual(await usernames(), ['anna']);
  });

  test('is deleted with its organization', async () => {
    await newOrganization('на день');
    await invited({ username: 'boris', role: 'viewer' });
    await clientOf(services, anna).call(deleteOrganization, { params: { organizationId } });
    assert.ok((await ownOf(boris)).every((one) => one.organizationName !== 'на день'));
  });
});
