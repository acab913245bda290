// The service is killed while it talks to a mail server: what the server has received is never sent again, and what it has not
// received arrives later.
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createClient, type Client } from '@kvartplata/client/client.ts';
import { withCookies } from '@kvartplata/client/transport.ts';
import { requestPasswordReset, resetPassword } from '@kvartplata/contracts/auth/password-resets.ts';
import { getCsrfToken } from '@kvartplata/contracts/auth/sessions.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { registerUser } from '@kvartplata/contracts/auth/users.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { startMailServer, type MailServer } from '@kvartplata/platform/mail/testing/mail-server.ts';
import {
  startServiceProcess,
  type ServiceProcess,
} from '@kvartplata/platform/testing/service-process.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import pg from 'pg';

const EMAIL = 'anna@example.org';
const NEW_PASSWORD = 'another horse with a battery';
const MAIN = path.resolve(import.meta.dirname, '../main.ts');

let database: TestDatabase;
let owner: pg.Pool;
let server: MailServer;
let port: number;
let service: ServiceProcess;

before(async () => {
  database = await createTestDatabase('auth');
  owner = new pg.Pool({ connectionString: database.url, max: 1 });
  server = await startMailServer();
  port = await freePort();
  service = await start();
  const anna = client();
  await anna.call(getCsrfToken);
  await anna.call(registerUser, {
    body: {
      firstName: 'Anna',
      lastName: 'Ivanova',
      username: 'anna',
      email: EMAIL,
      password: 'correct horse battery',
    },
  });
});
after(async () => {
  await service.stop();
  await server.stop();
  await owner.end();
  await database.drop();
});

const secret = randomBytes(32).toString('base64');

async function start(): Promise<ServiceProcess> {
  return startServiceProcess(MAIN, {
    APP_ENV: 'dev',
    HTTP_PORT: String(port),
    DATABASE_URL: database.url,
    REDIS_URL: 'memory:',
    JWT_SECRET: secret,
    CORS_ORIGIN: 'http://localhost:5173',
    USE_HTTPS: 'false',
    DOMAIN: 'localhost',
    SMTP_URL: server.url,
    MAIL_FROM: 'Kvartplata <post@example.org>',
  });
}

const client = (): Client =>
  createClient({ urls: { auth: `http://127.0.0.1:${port}` }, transport: withCookies() });

async function killAndStart(): Promise<void> {
  await service.kill();
  // Instead of waiting five minutes until the dead process's lock expires.
  await owner.query(
    `update mail_messages set locked_until = now() - interval '1 second' where outcome is null`,
  );
  service = await start();
}

async function outcomes(): Promise<readonly unknown[]> {
  const { rows } = await owner.query('select outcome from mail_messages order by id');
  return rows.map(({ outcome }: { outcome: unknown }) => outcome);
}

test('a message that the mail server has accepted is sent once, even if the service is killed again and again', async () => {
  for (let killed = 1; killed <= 3; killed += 1) {
    server.behave({ beforeAnswer: async () => Promise.withResolvers<void>().promise });
    await client().call(requestPasswordReset, { body: { email: EMAIL, language: 'en' } });
    await until('the content was heard', () => server.received.length === killed);
    await killAndStart();
    server.behave({});
    await until('nobody will send it again', async () => {
      const all = await outcomes();
      return all.length === killed && all.every((outcome) => outcome === 'unconfirmed');
    });
  }
  assert.equal(server.received.length, 3);
});

test('a message that it has not accepted arrives once the service is back, and its link works', async () => {
  server.behave({ hangsAtRecipient: true });
  await client().call(requestPasswordReset, { body: { email: EMAIL, language: 'en' } });
  await until('the server was asked', () => server.askedFor.length === 4);
  server.behave({});
  await killAndStart();
  await until('the message arrived', () => server.received.length === 4);
  const [, token = ''] = /reset-password#(\S+)/.exec(server.received[3]?.text ?? '') ?? [];
  await client().call(resetPassword, { body: { token, password: NEW_PASSWORD } });
  const signedIn = await client().call(startSession, {
    body: { username: 'anna', password: NEW_PASSWORD },
  });
  assert.equal(signedIn.twoFactorRequired, false);
  assert.doesNotMatch(service.output(), /anna@example\.org|reset-password#/);
});
