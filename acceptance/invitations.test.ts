// Nobody is put into an organization: an owner asks, the asked person agrees, and until then nothing is told about them,
// not even whether they are there.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { Invitation, OwnInvitation } from '@kvartplata/contracts/core/invitations.ts';
import type { Member } from '@kvartplata/contracts/core/members.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ask, bringIn, get, type Answer } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const MOST_WAITING = 100;

let services: ThreeServices;
let anna: Person;
let boris: Person;
let vera: Person;
let organizationId: number;

before(async () => {
  services = await startThreeServices();
  // The first of all is the platform's admin, who may do everything.
  await signUp(services, 'administrator');
  anna = await signUp(services, 'anna');
  boris = await signUp(services, 'boris');
  vera = await signUp(services, 'Вера');
});
after(async () => services.stop());

async function newOrganization(name = 'ТСЖ «Садовая»'): Promise<void> {
  const url = `${services.urls.core}/api/organizations`;
  ({ id: organizationId } = await get<{ id: number }>(anna, 'POST', url, { name }));
}

const organization = (): string => `${services.urls.core}/api/organizations/${organizationId}`;
const own = (): string => `${services.urls.core}/api/invitations`;
const invite = async (body: object, by = anna): Promise<Answer> =>
  ask(by.authorization, 'POST', `${organization()}/invitations`, body);
const invited = async (body: object): Promise<Invitation> =>
  get<Invitation>(anna, 'POST', `${organization()}/invitations`, body);
const answer = async (who: Person, { id }: { id: number }, how: string): Promise<Answer> =>
  ask(who.authorization, 'POST', `${own()}/${id}/${how}`);
const refusalOf = ({ status, body }: Answer): unknown[] => [
  status,
  (body as { code?: string }).code,
];

async function ownOf(who: Person): Promise<readonly OwnInvitation[]> {
  return (await get<PageOf<OwnInvitation>>(who, 'GET', own())).items;
}

async function waiting(): Promise<readonly Invitation[]> {
  return (await get<PageOf<Invitation>>(anna, 'GET', `${organization()}/invitations`)).items;
}

async function usernames(): Promise<readonly (string | null)[]> {
  const { items } = await get<PageOf<Member>>(anna, 'GET', `${organization()}/members`);
  return items.map(({ username }) => username);
}

/** Everything that can be told of the answer but what was typed, its own id and the time of day. */
function toldBy({ status, headers, body }: Answer, typed: string): string {
  const lines = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return JSON.stringify([status, lines, body])
    .replaceAll(typed, 'TYPED')
    .replaceAll(/"id":\d+|invitations\/\d+|\d{4}-\d\d-\d\dT[\d:.]+Z|"requestId":"[^"]+"/g, '·')
    .replaceAll(/"content-length","\d+"/g, '·');
}

describe('an invitation', () => {
  test('is answered alike for somebody who is there and for nobody', async () => {
    await newOrganization();
    for (const [known, unknown] of [
      [{ username: 'boris' }, { username: 'nobody-at-all' }],
      [{ email: 'boris@example.org' }, { email: 'nobody@example.org' }],
    ] as const) {
      const [one, other] = [
        await invite({ ...known, role: 'viewer' }),
        await invite({ ...unknown, role: 'viewer' }),
      ];
      assert.equal(one.status, 201, JSON.stringify(one.body));
      const [typed = ''] = Object.values(known);
      const [typedForNobody = ''] = Object.values(unknown);
      assert.equal(toldBy(one, typed), toldBy(other, typedForNobody));
      assert.ok(!JSON.stringify(one.body).includes('Сидоров'));
    }
    assert.deepEqual(await usernames(), ['anna'], 'nobody was put in');
  });

  test('says what was typed and until when it is good', async () => {
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
    const place = `${organization()}/invitations/${id}`;
    assert.equal((await get<Invitation>(anna, 'GET', place)).username, 'BORIS');
  });

  test('tells the invited person the organization and the role, and strangers nothing', async () => {
    const mine = (await ownOf(boris)).find((one) => one.organizationId === organizationId);
    assert.ok(mine);
    const { organizationName, role, status } = mine;
    assert.deepEqual([organizationName, role, status], ['ТСЖ «Садовая»', 'accountant', 'WAITING']);
    assert.ok(!JSON.stringify(mine).includes('anna'));
    assert.deepEqual(await ownOf(vera), []);
    for (const how of ['accept', 'decline'])
      assert.deepEqual(refusalOf(await answer(vera, mine, how)), [404, 'not-found']);
    const stranger = await ask(boris.authorization, 'GET', organization());
    assert.equal(stranger.status, 404, 'to be asked is not to be in');
  });

  test('makes a member of who accepts it, at once and on every service', async () => {
    const mine = (await ownOf(boris)).find((one) => one.organizationId === organizationId);
    assert.ok(mine);
    const cycles = `${services.urls.billing}/api/billing/cycles?organizationId=${organizationId}`;
    assert.equal((await ask(boris.authorization, 'GET', cycles)).status, 404);
    const accepted = await get<OwnInvitation>(boris, 'POST', `${own()}/${mine.id}/accept`);
    assert.equal(accepted.status, 'ACCEPTED');
    assert.deepEqual(await usernames(), ['anna', 'boris']);
    assert.equal((await ask(boris.authorization, 'GET', cycles)).status, 200);
    assert.deepEqual(await waiting(), []);
    const audit = `${services.urls.core}${listCoreChanges.path}?organizationId=${organizationId}`;
    const { items } = await get<PageOf<AuditEntry>>(anna, 'GET', audit);
    assert.deepEqual(
      items.slice(0, 3).map(({ action, userId }) => [action, userId]),
      [
        ['invitation.accepted', boris.userId],
        ['member.joined', boris.userId],
        ['invitation.created', anna.userId],
      ],
    );
  });

  test('that is accepted by several clicks makes one member, and no second one after a removal', async () => {
    await newOrganization();
    const invitation = await invited({ username: 'boris', role: 'viewer' });
    const clicks = Array.from({ length: 5 }, async () => answer(boris, invitation, 'accept'));
    for (const { status, body } of await Promise.all(clicks))
      assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(await usernames(), ['anna', 'boris']);
    await get(anna, 'DELETE', `${organization()}/members/${boris.userId}`);
    assert.equal((await answer(boris, invitation, 'accept')).status, 200);
    assert.deepEqual(await usernames(), ['anna'], 'what was removed stays so');
  });

  test('waits for who registers later, and finds names whatever their case', async () => {
    await newOrganization();
    await invited({ email: 'LATER-one@Example.org', role: 'viewer' });
    await invited({ username: 'LATER-TWO', role: 'viewer' });
    for (const name of ['later-one', 'later-two']) {
      const [invitation] = await ownOf(await signUp(services, name));
      assert.equal(invitation?.organizationId, organizationId, name);
    }
  });

  test('that is declined is over, and who has declined is not told', async () => {
    await newOrganization();
    const invitation = await invited({ username: 'boris', role: 'viewer' });
    for (let click = 0; click < 2; click += 1)
      assert.equal((await answer(boris, invitation, 'decline')).status, 200);
    assert.deepEqual(refusalOf(await answer(boris, invitation, 'accept')), [
      409,
      'invitation-over',
    ]);
    assert.deepEqual(await usernames(), ['anna']);
    const audit = `${services.urls.core}${listCoreChanges.path}?what=invitation.declined&object=invitation:${invitation.id}`;
    const { items } = await get<PageOf<AuditEntry>>(anna, 'GET', audit);
    assert.deepEqual(
      items.map(({ userId, after: told }) => [userId, told]),
      [[null, { username: 'boris', role: 'viewer' }]],
    );
  });

  test('that is withdrawn or too old is over', async () => {
    await newOrganization();
    const withdrawn = await invited({ username: 'boris', role: 'viewer' });
    const place = `${organization()}/invitations/${withdrawn.id}`;
    await get(anna, 'DELETE', place);
    assert.deepEqual(refusalOf(await ask(anna.authorization, 'DELETE', place)), [
      409,
      'invitation-over',
    ]);
    const old = await invited({ email: 'boris@example.org', role: 'viewer' });
    await services.owners.core.query(
      `update invitations set created_at = created_at - interval '14 days',
         expires_at = expires_at - interval '14 days' where id = $1`,
      [old.id],
    );
    for (const over of [withdrawn, old])
      for (const how of ['accept', 'decline'])
        assert.deepEqual(refusalOf(await answer(boris, over, how)), [409, 'invitation-over']);
    assert.deepEqual(await waiting(), []);
    assert.deepEqual(
      (await ownOf(boris)).filter((one) => one.organizationId === organizationId),
      [],
    );
    const { status } = await get<Invitation>(
      anna,
      'GET',
      `${organization()}/invitations/${old.id}`,
    );
    assert.equal(status, 'EXPIRED');
  });

  test('takes the place of one to the same name, so that nobody accepts another role than they read', async () => {
    await newOrganization();
    const first = await invited({ username: 'boris', role: 'owner' });
    const second = await invited({ username: 'Boris', role: 'viewer' });
    assert.deepEqual(
      (await waiting()).map(({ id, role }) => [id, role]),
      [[second.id, 'viewer']],
    );
    assert.deepEqual(refusalOf(await answer(boris, first, 'accept')), [409, 'invitation-over']);
  });

  test('of somebody asked by both names lets them in once', async () => {
    await newOrganization();
    const byName = await invited({ username: 'boris', role: 'viewer' });
    const byEmail = await invited({ email: 'boris@example.org', role: 'owner' });
    assert.equal((await answer(boris, byName, 'accept')).status, 200);
    await get(anna, 'DELETE', `${organization()}/members/${boris.userId}`);
    assert.deepEqual(refusalOf(await answer(boris, byEmail, 'accept')), [409, 'invitation-over']);
  });

  test('of a member is refused by the username that owners see, and by e-mail tells nothing', async () => {
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
    const { role } = await get<Member>(anna, 'GET', `${organization()}/members/${boris.userId}`);
    assert.equal(role, 'accountant');
  });

  test('is one of a bounded number', async () => {
    await newOrganization();
    for (let count = 0; count < MOST_WAITING; count += 1)
      await invited({ email: `somebody-${count}@example.org`, role: 'viewer' });
    const more = await invite({ email: 'one-more@example.org', role: 'viewer' });
    assert.deepEqual(refusalOf(more), [409, 'too-many-invitations']);
    await invited({ email: 'somebody-1@example.org', role: 'owner' });
    const pages = await get<PageOf<Invitation>>(
      anna,
      'GET',
      `${organization()}/invitations?limit=99`,
    );
    assert.ok(pages.nextCursor !== null);
  });

  test('names one person in one way', async () => {
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

  test('is what a POST of a member makes', async () => {
    await newOrganization();
    const url = `${organization()}/members`;
    const made = await ask(anna.authorization, 'POST', url, { username: 'boris', role: 'viewer' });
    assert.equal(made.status, 202);
    const { id, status } = made.body as Invitation;
    assert.equal(status, 'WAITING');
    const place = `/api/organizations/${organizationId}/invitations/${id}`;
    assert.equal(made.headers.get('location'), place);
    assert.deepEqual(await usernames(), ['anna']);
  });

  test('goes with its organization', async () => {
    await newOrganization('на день');
    await invited({ username: 'boris', role: 'viewer' });
    await get(anna, 'DELETE', organization());
    assert.ok((await ownOf(boris)).every((one) => one.organizationName !== 'на день'));
  });
});
