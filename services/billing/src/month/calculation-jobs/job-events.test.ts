// The progress of a job as events: from the present state to the last one, for as many watchers as allowed.
import assert from 'node:assert/strict';
import type { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  cancelCalculationJob,
  getCalculationJob,
  watchCalculationJob,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { BillingTables } from '../../tables.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { hold } from '../../testing/held-tables.ts';
import {
  ask,
  requestJob,
  seedHouse,
  type SeededHouse,
  type TestUser,
} from '../../testing/test-user.ts';
import { createJobEvents, type JobEventLimits } from './job-events.service.ts';

const LIMITS: JobEventLimits = {
  lookMs: 5,
  heartbeatMs: 60_000,
  lastsMs: 60_000,
  askMs: 1,
  streams: 3,
  streamsOfUser: 2,
  bytesWaiting: 1_000_000,
};

let stand: BillingStand;
let owner: TestUser;
let house: SeededHouse;
let outside: Database<BillingTables>;

before(async () => {
  stand = await startBillingStand({ works: false });
  owner = await stand.newUser();
  house = await seedHouse(stand.coreUrl, owner);
  outside = openDatabase({ url: stand.databaseUrl, poolSize: 2, applicationName: 'test-outside' });
});
after(async () => {
  await outside.db.destroy();
  await stand.stop();
});

async function request(monthIndex: number): Promise<CalculationJob> {
  const [year, month] = (house.months[monthIndex] ?? '').split('-').map(Number);
  return requestJob(stand.app, owner, { houseId: house.houseId, year, month });
}

async function cancel(jobId: number): Promise<void> {
  const { status } = await ask(stand.app, owner, cancelCalculationJob, { params: { jobId } });
  assert.equal(status, 200);
}

function eventsAt(jobId: number): string {
  return addressOf(watchCalculationJob, { params: { jobId } });
}

async function* eventsOf({ body }: Response): AsyncGenerator<CalculationJob> {
  assert.ok(body);
  let text = '';
  for await (const piece of body.pipeThrough(new TextDecoderStream())) {
    text += piece;
    const whole = text.split('\n\n');
    text = whole.pop() ?? '';
    for (const event of whole) {
      if (event.startsWith(':')) continue;
      const data = /^event: progress\ndata: (.*)$/.exec(event)?.[1];
      assert.ok(data, event);
      yield JSON.parse(data) as CalculationJob;
    }
  }
}

test('a job is reported queued, running and ended, and then the stream ends', async () => {
  const { id } = await request(0);
  const release = await hold(outside, 'lock table charges in exclusive mode');
  const worker = await stand.startWorker();
  const response = await fetch(worker.url + eventsAt(id), {
    headers: { authorization: owner.authorization },
  });
  assert.equal(response.status, 200);
  assert.match(response.headers.get('content-type') ?? '', /^text\/event-stream/);
  assert.equal(response.headers.get('cache-control'), 'no-store');
  const told: CalculationJob[] = [];
  let isReleased = false;
  for await (const job of eventsOf(response)) {
    told.push(job);
    if (job.status === 'RUNNING' && !isReleased) {
      isReleased = true;
      await release();
    }
  }
  const last = told.at(-1);
  assert.deepEqual(
    [last?.status, last?.processedAccounts, last?.createdCharges],
    ['COMPLETED', 10, 70],
  );
  assert.ok(told.some(({ status }) => status === 'RUNNING'));
  const { body: ended } = await ask(stand.app, owner, getCalculationJob, { params: { jobId: id } });
  assert.deepEqual(last, ended);

  const afterwards = await stand.app.inject({
    url: eventsAt(id),
    headers: { authorization: owner.authorization },
  });
  assert.equal(afterwards.body, `event: progress\ndata: ${JSON.stringify(last)}\n\n`);
  assert.equal(await worker.stop(), 0);
});

test('HEAD is answered without a stream, and so takes nobody’s place', async () => {
  const { id } = await request(0);
  const url = eventsAt(id);
  const { authorization } = owner;
  for (let asked = 0; asked < 12; asked += 1) {
    const head = await stand.app.inject({ method: 'HEAD', url, headers: { authorization } });
    assert.deepEqual(
      [head.statusCode, head.headers['content-type'], head.body],
      [200, 'text/event-stream', ''],
    );
  }
  const stranger = await stand.newUser();
  const headers = { authorization: stranger.authorization };
  assert.equal((await stand.app.inject({ method: 'HEAD', url, headers })).statusCode, 404);
  const watching = stand.app.inject({ url, headers: { authorization } });
  await cancel(id);
  assert.equal((await watching).statusCode, 200);
});

test('cancelling a job ends its stream', async () => {
  const { id } = await request(1);
  const watching = stand.app.inject({
    url: eventsAt(id),
    headers: { authorization: owner.authorization },
  });
  await cancel(id);
  const told = (await watching).body.match(/"status":"[A-Z]+"/g) ?? [];
  assert.equal(told.at(-1), '"status":"CANCELLED"');
});

test('a service that stops ends its streams', async () => {
  const { id } = await request(2);
  const worker = await stand.startWorker({ CORE_SERVICE_URL: 'http://127.0.0.1:9' });
  const response = await fetch(worker.url + eventsAt(id), {
    headers: { authorization: stand.admin.authorization },
  });
  const stopped = worker.stop();
  const told: CalculationJob[] = [];
  for await (const job of eventsOf(response)) told.push(job);
  assert.ok(told.length > 0);
  assert.equal(await stopped, 0);
  await cancel(id);
});

test('another company’s job is a 404', async () => {
  const { id } = await request(3);
  const stranger = await stand.newUser();
  const asked = { params: { jobId: id } };
  assert.equal((await ask(stand.app, stranger, watchCalculationJob, asked)).status, 404);
  await cancel(id);
});

describe('streams are limited', () => {
  let jobId: number;
  before(async () => {
    jobId = (await request(4)).id;
  });
  after(async () => cancel(jobId));

  function callerOf(userId: number): Caller {
    const caller: Pick<Caller, 'userId' | 'db' | 'getOwn' | 'ownOrganizations'> = {
      userId,
      db: stand.db,
      ownOrganizations: () => 'all',
      getOwn: async (what, find) => {
        const row = await find();
        assert.ok(row, what);
        return row;
      },
    };
    return caller as Caller;
  }

  const mayGoOn = async (): Promise<void> => undefined;

  async function textOf(stream: Readable): Promise<string> {
    const pieces = await stream.toArray();
    return pieces.map(String).join('');
  }

  test('per user and in total, and closing one makes room', async () => {
    const events = createJobEvents(stand.db, LIMITS);
    const first = await events.watch(callerOf(1), jobId, mayGoOn);
    await events.watch(callerOf(1), jobId, mayGoOn);
    await assert.rejects(events.watch(callerOf(1), jobId, mayGoOn), { code: 'too-many-requests' });
    await events.watch(callerOf(2), jobId, mayGoOn);
    await assert.rejects(events.watch(callerOf(3), jobId, mayGoOn), { code: 'overloaded' });
    first.destroy();
    await new Promise((resolve) => first.once('close', resolve));
    await events.watch(callerOf(3), jobId, mayGoOn);
    events.close();
  });

  test('in time', async () => {
    const events = createJobEvents(stand.db, { ...LIMITS, lastsMs: 20 });
    const told = await textOf(await events.watch(callerOf(1), jobId, mayGoOn));
    assert.match(told, /"status":"QUEUED"/);
  });

  test('to users with access: once it is lost, the stream ends', async () => {
    const events = createJobEvents(stand.db, LIMITS);
    let asked = 0;
    const stream = await events.watch(callerOf(1), jobId, async () => {
      asked += 1;
      if (asked === 3) throw new Refusal('not-signed-in');
    });
    assert.match(await textOf(stream), /"status":"QUEUED"/);
    assert.equal(asked, 3);
  });

  test('by how much data a slow reader leaves unread', async () => {
    const events = createJobEvents(stand.db, { ...LIMITS, bytesWaiting: 0, heartbeatMs: 1 });
    const stream = await events.watch(callerOf(1), jobId, mayGoOn);
    await new Promise((resolve) => stream.once('close', resolve));
    assert.equal(stream.readableAborted, true);
  });

  test('and an idle one is kept alive', async () => {
    const events = createJobEvents(stand.db, { ...LIMITS, heartbeatMs: 1 });
    const stream = await events.watch(callerOf(1), jobId, mayGoOn);
    let told = '';
    for await (const piece of stream) {
      told += String(piece);
      if (told.includes('\n\n: ')) break;
    }
    assert.match(told, /^event: progress\ndata: .*\n\n: it goes on\n\n/);
    events.close();
  });
});
