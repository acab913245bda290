// What the services log while requests and jobs fail: everything that helps to find the fault, and no data of the people
// affected.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { refreshSession } from '@kvartplata/contracts/auth/sessions.ts';
import { answerChallenge, startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import {
  disableTwoFactor,
  enableTwoFactor,
  setUpTwoFactor,
} from '@kvartplata/contracts/auth/two-factor.ts';
import { importPayments } from '@kvartplata/contracts/billing/payment-imports.ts';
import { createPayment } from '@kvartplata/contracts/billing/payments.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { importHouses } from '@kvartplata/contracts/core/imports.ts';
import { inviteMember } from '@kvartplata/contracts/core/members.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import {
  listAccountsOfHouse,
  listPersonalAccounts,
} from '@kvartplata/contracts/core/personal-accounts.ts';
import { type Endpoint, SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { TOTP } from 'otpauth';
import pg from 'pg';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import {
  clientOf,
  cookieIn,
  openSession,
  PASSWORD,
  signIn,
  signUp,
  type Person,
} from '@kvartplata/platform/testing/people.ts';
import { ask, askAt, askOnce } from '../acceptance/testing/people.ts';
import { startPlatform, type Platform } from './testing/platform.ts';

type Line = {
  readonly service: string;
  readonly msg: string;
  readonly err?: { readonly code?: string; readonly stack?: string };
};

const USERNAME = 'vorobyaninov';
const PAYER = 'Грицацуева Клавдия';
const PHONE = '+7 495 123-45-67';
const MAILBOX = 'kontora@roga-kopyta.example';
const ADDRESS = 'Старгород, ул. Плеханова, 15';
/** Must not be in any line; secrets that appear during the test are added. */
const secrets = new Set([
  USERNAME,
  PASSWORD,
  PAYER,
  PHONE,
  MAILBOX,
  ADDRESS,
  'Сидоров',
  '@example.org',
]);
/** Tables that refuse every new row, with an error message that repeats the row. */
const BROKEN: Readonly<Record<ServiceName, readonly string[]>> = {
  auth: ['users', 'sessions'],
  core: ['organizations', 'personal_accounts'],
  billing: ['payments', 'payment_import_rows'],
};

const databases = new Map<ServiceName, TestDatabase>();
let platform: Platform;
let person: Person;
let organizationId: number;
let houseId: number;

before(async () => {
  for (const service of SERVICES) databases.set(service, await createTestDatabase(service));
  platform = await startPlatform({
    databaseUrlOf: (service) => databases.get(service)?.url ?? '',
    variablesOf: () => ({ LOG_LEVEL: 'debug' }),
  });
  person = await signUp(platform, USERNAME);
  secrets.add(person.authorization.replace('Bearer ', ''));
  const { call } = clientOf(platform, person);
  const organization = { name: 'УК «Рога»', phone: PHONE, email: MAILBOX, legalAddress: ADDRESS };
  ({ id: organizationId } = await call(createOrganization, { body: organization }));
  ({ houseId } = await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } }));
});
after(async () => {
  await platform.stop();
  for (const database of databases.values()) await database.drop();
});

function lines(): readonly Line[] {
  return platform
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line);
}

function assertNothingTold(): void {
  const output = platform.output();
  const told = [...secrets].flatMap((secret) => [secret, encodeURIComponent(secret)]);
  const found = output
    .split('\n')
    .filter((line) => told.some((secret) => line.includes(secret)) || line.includes('eyJ'));
  assert.deepEqual(found, []);
}

/** Connects as the owner of a service's tables. */
async function change(service: ServiceName, statement: string): Promise<void> {
  const owner = new pg.Client({ connectionString: databases.get(service)?.url });
  await owner.connect();
  try {
    await owner.query(statement);
  } finally {
    await owner.end();
  }
}

function fileOf(text: string, name: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), name);
  return form;
}

test('signing in, right or wrong, logs no passwords, cookies, tokens or codes', async () => {
  const { auth } = platform.urls;
  const post = async <E extends Endpoint>(
    endpoint: E,
    body: object,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answered<E>> => sendOnce(fetch, auth, undefined, endpoint, { body, headers });
  const session = await openSession(auth, USERNAME);
  for (const secret of [session.accessToken, session.refreshToken, session.csrfToken])
    secrets.add(secret);
  secrets.add(cookieIn(session.cookies, 'csrf'));
  secrets.add('Чужой-Пароль-1').add('forged-token');
  const wrong = await post(startSession, { username: USERNAME, password: 'Чужой-Пароль-1' });
  assert.equal(wrong.status, 401);
  const forged = {
    cookie: session.cookies,
    origin: 'http://localhost:3000',
    'x-csrf-token': 'forged-token',
  };
  assert.equal((await post(refreshSession, {}, forged)).status, 403);
  assert.equal(
    (await post(refreshSession, {}, { cookie: 'refresh_token=forged-token' })).status,
    401,
  );

  const bearer = { authorization: `Bearer ${session.accessToken}` };
  const { body: setup } = await post(setUpTwoFactor, {}, bearer);
  secrets.add(setup.secret);
  const code = new TOTP({ secret: setup.secret }).generate();
  const { recoveryCodes } = (await post(enableTwoFactor, { code }, bearer)).body;
  for (const recoveryCode of recoveryCodes) secrets.add(recoveryCode);
  const challenge = await post(startSession, { username: USERNAME, password: PASSWORD });
  assert.ok(challenge.body.twoFactorRequired);
  const { challengeToken } = challenge.body;
  secrets.add(challengeToken);
  const used = await post(answerChallenge, { challengeToken, code });
  assert.equal(used.status, 401);
  const [recoveryCode = ''] = recoveryCodes;
  const verified = await post(answerChallenge, { challengeToken, recoveryCode });
  assert.equal(verified.status, 200);
  const off = { password: PASSWORD, recoveryCode: recoveryCodes[1] };
  assert.equal((await post(disableTwoFactor, off, bearer)).status, 200);
  person = { ...person, authorization: await signIn(auth, USERNAME) };
  assertNothingTold();
});

test('an address is logged as its route, whatever it contains', async () => {
  const { core, billing } = platform.urls;
  await ask(platform, person.authorization, listPersonalAccounts, { query: { search: PAYER } });
  const nowhere = `${core}/no-such-thing/${encodeURIComponent(PAYER)}`;
  await askAt(undefined, 'GET', `${nowhere}?token=forged-token`);
  await askAt(undefined, 'GET', `${billing}/r/forged-token`);
  assert.ok(lines().some(({ msg }) => msg === 'answered'));
  assertNothingTold();
});

test('requests and jobs that the database refuses log where they failed, but no data', async () => {
  for (const service of SERVICES)
    for (const table of BROKEN[service])
      await change(
        service,
        `alter table ${table} add constraint ${table}_takes_nothing check (false) not valid`,
      );
  const send = async (endpoint: Endpoint, sent: Sent) =>
    ask(platform, person.authorization, endpoint, sent);
  const login = { username: USERNAME, password: PASSWORD };
  assert.equal((await ask(platform, undefined, startSession, { body: login })).status, 500);
  await assert.rejects(signUp(platform, `${USERNAME}-2`), { code: 'internal-error' });

  const organization = { name: 'УК «Копыта»', phone: PHONE, email: MAILBOX };
  assert.equal((await send(createOrganization, { body: organization })).status, 500);
  const header =
    'Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта';
  const house = `${header}\n${ADDRESS};1;45;N1;${PAYER};1;01.02.2020\n`;
  await send(importHouses, { query: { organizationId }, body: fileOf(house, `${PAYER}.csv`) });

  const { items } = await clientOf(platform, person).call(listAccountsOfHouse, {
    params: { houseId },
  });
  const payment = {
    personalAccountId: items[0]?.id,
    amount: '10.00',
    paidOn: '2026-01-15',
    reference: PHONE,
  };
  assert.equal((await send(createPayment, { body: payment })).status, 500);
  const registry = `account;amount;date;payer\nLS01;1.00;2026-01-15;${PAYER}\n`;
  await send(importPayments, {
    query: { profile: 'csv', organizationId },
    body: fileOf(registry, `${PAYER}.csv`),
  });

  const failedOf = (service: string): number =>
    lines().filter(({ service: name, err }) => name === service && err?.code === '23514').length;
  for (const service of SERVICES)
    await until(`${service} has told of both`, () => failedOf(service) >= 2);
  assertNothingTold();
});

test('an unavailable service is named in the log', async () => {
  platform.links['core-auth'].set({ kind: 'cut' });
  const answer = await askOnce(platform, person.authorization, inviteMember, {
    params: { organizationId },
    body: { username: `${USERNAME}-3`, role: 'viewer' },
  });
  assert.equal(answer.status, 503);
  await until('it is told', () => platform.output().includes('auth-service is not available'));
  assertNothingTold();
});
