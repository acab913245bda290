import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { openTestApp, type TestApp } from '../testing/auth-app.ts';
import {
  createTestClient,
  personNamed,
  register,
  rolesAfterLogin,
  withoutRequestId,
  type Answer,
} from '../testing/test-client.ts';
import { makeBootstrapSecret } from './bootstrap-secret.service.ts';

const NAMED = { firstUserIsAdmin: false, bootstrapAdmin: 'Chief' };

describe('the bootstrap secret', () => {
  let auth: TestApp;
  beforeEach(async () => {
    auth = await openTestApp({ config: { appEnv: 'production', bootstrapAdmin: 'Chief' } });
  });
  afterEach(async () => auth.close());

  const start = async (settings = NAMED) => makeBootstrapSecret(auth.db, settings, auth.now());
  const startAndRead = async (): Promise<string> => {
    const secret = await start();
    assert.ok(secret !== undefined);
    return secret;
  };
  const stored = async () => auth.db.selectFrom('bootstrapSecret').selectAll().execute();
  const registerAs = async (username: string, bootstrapSecret?: string): Promise<Answer> =>
    register(createTestClient(auth.app), {
      ...personNamed(username),
      ...(bootstrapSecret === undefined ? {} : { bootstrapSecret }),
    });

  it('makes the named user the admin, once, and is then deleted', async () => {
    const secret = await startAndRead();
    assert.equal((await registerAs('chief', secret)).status, 201);
    assert.deepEqual(await rolesAfterLogin(auth.app, 'chief'), ['admin']);
    assert.deepEqual(await stored(), []);
    assert.equal((await registerAs('second', secret)).json['code'], 'bootstrap-secret-wrong');
    assert.equal(await start(), undefined);
    assert.deepEqual(await stored(), []);
  });

  it('reserves the name from everybody who does not know it, as if it were taken', async () => {
    await startAndRead();
    assert.equal((await registerAs('early')).status, 201);
    const taken = await registerAs('early');
    for (const name of ['chief', 'CHIEF']) {
      const answer = await registerAs(name);
      assert.equal(answer.status, 409);
      assert.equal(withoutRequestId(answer), withoutRequestId(taken));
    }
    assert.deepEqual(await rolesAfterLogin(auth.app, 'early'), ['user']);
  });

  it('reserves the name even before a start has made a secret', async () => {
    assert.equal((await registerAs('chief')).status, 409);
  });

  it('is refused alike when it is wrong and when it comes with another name', async () => {
    const secret = await startAndRead();
    const refused = [
      await registerAs('chief', 'f'.repeat(32)),
      await registerAs('chief', secret.toUpperCase()),
      await registerAs('chief', secret.slice(1)),
      await registerAs('other', secret),
      await registerAs('other', 'f'.repeat(32)),
    ];
    for (const answer of refused) {
      assert.equal(answer.status, 400);
      assert.equal(answer.json['code'], 'bootstrap-secret-wrong');
      assert.equal(withoutRequestId(answer), withoutRequestId(refused[0]));
    }
    assert.equal((await registerAs('chief', secret)).status, 201);
  });

  it('is not used up by a registration that fails for another reason', async () => {
    const secret = await startAndRead();
    await registerAs('early');
    const person = { ...personNamed('chief'), email: 'early@example.org', bootstrapSecret: secret };
    assert.equal((await register(createTestClient(auth.app), person)).status, 409);
    assert.equal((await registerAs('chief', secret)).status, 201);
  });

  it('makes one admin out of many concurrent registrations with it', async () => {
    const secret = await startAndRead();
    const answers = await Promise.all(
      Array.from({ length: 8 }).map(async (_, index) =>
        register(createTestClient(auth.app), {
          ...personNamed('chief'),
          email: `chief${index}@example.org`,
          bootstrapSecret: secret,
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 201).length, 1);
  });

  it('is made by one of many concurrent starts, and stored only as a hash', async () => {
    const made = await Promise.all(Array.from({ length: 8 }).map(async () => start()));
    const secrets = made.filter((secret) => secret !== undefined);
    assert.equal(secrets.length, 1);
    assert.match(String(secrets[0]), /^[0-9a-f]{32}$/);
    assert.equal(await start(), undefined);
    const rows = await stored();
    assert.equal(rows.length, 1);
    assert.ok(!JSON.stringify(rows).includes(String(secrets[0])));
    assert.equal(rows[0]?.secretHash.includes(Buffer.from(String(secrets[0]), 'hex')), false);
  });

  it('is made again when its row is deleted, and the lost one is refused', async () => {
    const lost = await startAndRead();
    await auth.db.deleteFrom('bootstrapSecret').execute();
    const secret = await startAndRead();
    assert.equal((await registerAs('chief', lost)).status, 400);
    assert.equal((await registerAs('chief', secret)).status, 201);
  });

  it('is void once another way has made an admin, and the name is an ordinary one', async () => {
    const secret = await startAndRead();
    await registerAs('early');
    await auth.db.updateTable('users').set({ platformRole: 'admin' }).execute();
    assert.equal((await registerAs('chief', secret)).status, 400);
    assert.equal(await start(), undefined);
    assert.deepEqual(await stored(), []);
    assert.equal((await registerAs('chief')).status, 201);
    assert.deepEqual(await rolesAfterLogin(auth.app, 'chief'), ['user']);
  });

  it('is not made in development, nor without a name', async () => {
    assert.equal(await start({ ...NAMED, firstUserIsAdmin: true }), undefined);
    const nobody = { firstUserIsAdmin: false, bootstrapAdmin: undefined };
    assert.equal(await makeBootstrapSecret(auth.db, nobody, auth.now()), undefined);
    assert.deepEqual(await stored(), []);
  });
});

it('counts wrong bootstrap secrets as registrations', async () => {
  const auth = await openTestApp({
    config: { appEnv: 'production', bootstrapAdmin: 'chief', rateLimitScale: 1 },
  });
  try {
    const client = createTestClient(auth.app);
    const statuses: number[] = [];
    for (let tries = 0; tries < 11; tries += 1) {
      const person = { ...personNamed('chief'), bootstrapSecret: `guess-${tries}` };
      statuses.push((await register(client, person)).status);
    }
    assert.deepEqual(statuses, [...Array.from({ length: 10 }).fill(400), 429]);
  } finally {
    await auth.close();
  }
});
