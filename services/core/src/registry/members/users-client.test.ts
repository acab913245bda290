// How core interprets auth's responses about users.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { getUserNames, listUserSummaries } from '@kvartplata/contracts/auth/internal.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { json, openPeer, type Peer } from '@kvartplata/platform/testing/peer.ts';
import { createUsersClient, type UsersClient } from '../../access/users-client.ts';

const ANNA = { id: 7, username: 'anna', firstName: 'Анна', lastName: 'Иванова' };
const NAMES = { username: 'anna', email: 'anna@example.org' };
let auth: Peer;
let users: UsersClient;

before(async () => {
  auth = await openPeer(json(200, { users: [ANNA] }));
  const client = createServiceClient({
    caller: 'core',
    service: 'auth',
    baseUrl: auth.url,
    key: deriveKeys(Buffer.alloc(32, 7)).service,
    now: () => new Date(),
  });
  users = createUsersClient(client);
});
after(async () => auth.close());

test('asks for names by id, and makes no request for no ids', async () => {
  auth.answerBy(json(200, { users: [ANNA] }));
  assert.deepEqual(await users.listUsers([7, 8], 'r1'), [ANNA]);
  assert.deepEqual(await users.listUsers([], 'r2'), []);
  auth.answerBy(json(200, NAMES));
  assert.deepEqual(await users.findNames(7, 'r3'), NAMES);
  assert.deepEqual(
    auth.requests.map(({ path }) => path),
    [
      addressOf(listUserSummaries, { query: { ids: [7, 8] } }),
      addressOf(getUserNames, { params: { userId: 7 } }),
    ],
  );
});

test('an unknown user has no names', async () => {
  auth.answerBy(json(404, { code: 'not-found' }));
  assert.equal(await users.findNames(8, 'r'), undefined);
});

for (const [why, answer] of [
  ['no list', { users: null }],
  ['a user without a name', { users: [{ id: 7 }] }],
  ['a text', 'anna'],
] as const) {
  test(`nonsense counts as no answer: ${why}`, async () => {
    auth.answerBy(json(200, answer));
    await assert.rejects(
      users.listUsers([7], 'r'),
      (error) => error instanceof Refusal && error.code === 'dependency-unavailable',
    );
    await assert.rejects(
      users.findNames(7, 'r'),
      (error) => error instanceof Refusal && error.code === 'dependency-unavailable',
    );
  });
}
