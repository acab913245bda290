// The end of a session and of a membership, in every process: also in a second billing, and without Redis.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { endAllSessions } from '@kvartplata/contracts/auth/own-sessions.ts';
import { endCurrentSession } from '@kvartplata/contracts/auth/sessions.ts';
import { changePlatformRole } from '@kvartplata/contracts/auth/users.ts';
import { watchCalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { removeMember } from '@kvartplata/contracts/core/members.ts';
import { getOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import { startRedisServer, type RedisServer } from '@kvartplata/platform/testing/redis-server.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { clientOf, signIn, signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { makeBilledHouse, type BilledHouse } from './testing/billed-house.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

/** 5 s are promised; a busy machine may take twice as long. */
const PATIENCE_MS = 10_000;
const ASK_EVERY_MS = 100;

let services: ThreeServices;
let second: ServiceProcess;
let admin: Person;
let owner: Person;
let house: BilledHouse;
let made = 0;

async function start(redisUrl: string): Promise<void> {
  services = await startThreeServices({}, { REDIS_URL: redisUrl });
  second = await services.startReplica('billing');
  admin = await signUp(services, 'administrator');
  owner = await signUp(services, 'owner');
  house = await makeBilledHouse(services, owner);
}

async function stop(): Promise<void> {
  await second.stop();
  await services.stop();
}

/** Statuses for the organization's cycles, which a member reads in both processes of billing, and for its card in core. */
async function statusesOf({ authorization }: Person): Promise<readonly number[]> {
  const { organizationId } = house;
  const inSecond = { urls: { ...services.urls, billing: second.url } };
  const answers = [
    ask(services, authorization, listCycles, { query: { organizationId } }),
    ask(inSecond, authorization, listCycles, { query: { organizationId } }),
    ask(services, authorization, getOrganization, { params: { organizationId } }),
  ];
  return (await Promise.all(answers)).map(({ status }) => status);
}

async function newMember(): Promise<Person> {
  made += 1;
  const person = await signUp(services, `member${made}`);
  await services.owners.core.query(
    `insert into organization_members (organization_id, user_id, role) values ($1, $2, 'accountant')`,
    [house.organizationId, person.userId],
  );
  return person;
}

/** Keeps reading, which keeps caches warm, until everybody refuses; then all of them do for good. */
async function assertRefusedSoon(person: Person, status: number): Promise<void> {
  const deadline = performance.now() + PATIENCE_MS;
  let seen: readonly number[] = [];
  while (performance.now() < deadline) {
    seen = await statusesOf(person);
    if (seen.every((each) => each === status)) return;
    await setTimeout(ASK_EVERY_MS);
  }
  assert.fail(`after ${PATIENCE_MS} ms: ${seen.join(' ')}`);
}

async function remove({ userId }: Person): Promise<void> {
  await endMembership(userId, owner);
}

async function leave(person: Person): Promise<void> {
  await endMembership(person.userId, person);
}

async function endMembership(userId: number, by: Person): Promise<void> {
  const params = { organizationId: house.organizationId, userId };
  const removed = await ask(services, by.authorization, removeMember, { params });
  assert.equal(removed.status, 204);
}

const logOut = async ({ authorization }: Person): Promise<unknown> =>
  ask(services, authorization, endCurrentSession);
const logOutEverywhere = async ({ authorization }: Person): Promise<unknown> =>
  ask(services, authorization, endAllSessions);

const endings = [
  { what: 'a removed member', end: remove, status: 404 },
  { what: 'a member who has left', end: leave, status: 404 },
  { what: 'an ended session', end: logOut, status: 401 },
  { what: 'a session that its user ended from another', end: endFromAnother, status: 401 },
] as const;

async function endFromAnother(person: Person): Promise<void> {
  const other = await signIn(services.urls.auth, person.username);
  await logOutEverywhere({ ...person, authorization: other });
}

describe('with a key-value store in each process', () => {
  before(async () => start('memory:'));
  after(stop);

  for (const { what, end, status } of endings)
    test(`${what} is refused by every process within seconds`, async () => {
      const person = await newMember();
      assert.deepEqual(await statusesOf(person), [200, 200, 200]);
      await end(person);
      await assertRefusedSoon(person, status);
    });

  test('a former admin sees what a stranger sees', async () => {
    const person = await signUp(services, 'second-admin');
    const { call } = clientOf(services, admin);
    const params = { userId: person.userId };
    await call(changePlatformRole, { params, body: { platformRole: 'admin' } });
    assert.deepEqual(await statusesOf(person), [200, 200, 200]);
    await call(changePlatformRole, { params, body: { platformRole: 'user' } });
    await assertRefusedSoon(person, 404);
  });

  for (const { what, end } of endings)
    test(`the open stream of ${what} ends in every process`, async () => {
      const person = await newMember();
      const path = addressOf(watchCalculationJob, { params: { jobId: await unfinishedJob() } });
      const streams = await Promise.all(
        [services.urls.billing, second.url].map(async (url) =>
          fetch(url + path, { headers: { authorization: person.authorization } }),
        ),
      );
      for (const { status } of streams) assert.equal(status, 200);
      await end(person);
      const signal = AbortSignal.timeout(PATIENCE_MS);
      const texts = await Promise.all(streams.map(async (stream) => readToEnd(stream, signal)));
      for (const text of texts) assert.match(text, /"finishedAt":null/);
    });
});

describe('with a Redis that freezes', { skip: missing('redis-server') }, () => {
  let redis: RedisServer;
  before(async () => {
    redis = await startRedisServer();
    await start(`${redis.url}/0`);
  });
  after(async () => {
    redis.thaw();
    await stop();
    await redis.kill();
  });

  for (const { what, end, status } of endings)
    test(`${what} is refused by every process within seconds, also after it thaws`, async () => {
      const person = await newMember();
      assert.deepEqual(await statusesOf(person), [200, 200, 200]);
      redis.freeze();
      assert.deepEqual(await statusesOf(person), [200, 200, 200]);
      await end(person);
      await assertRefusedSoon(person, status);
      redis.thaw();
      await assertRefusedSoon(person, status);
    });
});

/** A job that nobody processes, so that its stream goes on for as long as somebody may watch. */
async function unfinishedJob(): Promise<number> {
  const { rows } = await services.owners.billing.query<{ id: number }>(
    `update calculation_jobs set status = 'RUNNING', finished_at = null returning id::integer`,
  );
  return rows[0]?.id ?? 0;
}

/** @throws when the stream goes on for too long */
async function readToEnd({ body }: Response, signal: AbortSignal): Promise<string> {
  assert.ok(body);
  const decoder = new TextDecoder();
  let text = '';
  await body.pipeTo(
    new WritableStream({
      write: (piece: Uint8Array) => {
        text += decoder.decode(piece, { stream: true });
      },
    }),
    { signal },
  );
  return text;
}
