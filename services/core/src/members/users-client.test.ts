// What core makes of auth's answers about users.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { createServiceClient } from '@kvartplata/platform/service-client/service-client.ts';
import { json, openPeer, type Peer } from '@kvartplata/platform/testing/peer.ts';
import { createUsersClient, type UsersClient } from './users-client.ts';

const ANNA = { id: 7, username: 'anna', firstName: 'Анна', lastName: 'Иванова' };
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

test('asks by name and by ids, and for nobody not at all', async () => {
  auth.answerBy(json(200, { users: [ANNA] }));
  assert.deepEqual(await users.findUser('анна & co', 'r1'), ANNA);
  assert.deepEqual(await users.listUsers([7, 8], 'r2'), [ANNA]);
  assert.deepEqual(await users.listUsers([], 'r3'), []);
  assert.deepEqual(
    auth.requests.map(({ path }) => path),
    [
      '/api/internal/users?username=%D0%B0%D0%BD%D0%BD%D0%B0%20%26%20co',
      '/api/internal/users?ids=7,8',
    ],
  );
});

test('a name that nobody has is nobody', async () => {
  auth.answerBy(json(200, { users: [] }));
  assert.equal(await users.findUser('nobody', 'r'), undefined);
});

for (const [why, answer] of [
  ['no list', { users: null }],
  ['a user without a name', { users: [{ id: 7 }] }],
  ['a text', 'anna'],
] as const) {
  test(`nonsense counts as no answer: ${why}`, async () => {
    auth.answerBy(json(200, answer));
    await assert.rejects(
      users.findUser('anna', 'r'),
      (error) => error instanceof Refusal && error.code === 'dependency-unavailable',
    );
  });
}
