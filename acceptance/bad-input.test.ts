// Every operation of the three OpenAPI documents gets invalid requests of every kind that its fields, headers and text allow: it
// responds as documented, reveals nothing internal, and a refused request stores nothing. `BAD_INPUT_SEED`, `BAD_INPUT_REQUESTS`
// and `BAD_INPUT_ONLY` (a part of `POST /api/houses`) choose other requests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import {
  isInOrder,
  verifyLedger,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { SERVICES } from '@kvartplata/contracts/endpoint.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { callerOf, type Caller } from './testing/bad-input/caller.ts';
import { changesOf, drawRequests, type BadRequest } from './testing/bad-input/bad-requests.ts';
import { draftOf, type Change, type Draft } from './testing/bad-input/draft.ts';
import { complaintsAbout } from './testing/bad-input/judge.ts';
import { randomOf } from './testing/bad-input/random.ts';
import { send, type Received } from './testing/bad-input/send.ts';
import { fingerprintOf } from './testing/fingerprint.ts';
import { listOperations, type Operation } from './testing/operations.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies, type TwoCompanies } from './testing/two-companies.ts';

const { BAD_INPUT_SEED = '1', BAD_INPUT_REQUESTS = '12000', BAD_INPUT_ONLY = '' } = process.env;
const SEED = Number(BAD_INPUT_SEED);
const REQUESTS = Number(BAD_INPUT_REQUESTS);
const AT_ONCE = 8;
const SHOWN = 8;
/** Per operation. */
const ODD_READS = Math.ceil(REQUESTS / 1_000);
/** What the services do by themselves, such as a requested job, ends within this many checks. */
const LOOKS = 20;
/** For a machine that runs other tests at the same time. */
const LONG = { timeout: 1_800_000 };
const MEBIBYTE = 1_048_576;

type Asked = BadRequest & { readonly received: Received };

let services: ThreeServices;
let companies: TwoCompanies;
let caller: Caller;
before(async () => {
  services = await startThreeServices();
  companies = await makeTwoCompanies(services);
  caller = callerOf(services, companies);
});
after(async () => services.stop());

describe('bad input', LONG, () => {
  let heapAtStart: number;
  before(() => (heapAtStart = heapInUse()));

  test('is refused as the OpenAPI document says, and leaves nothing stored', LONG, async (t) => {
    t.diagnostic(`BAD_INPUT_SEED=${SEED} BAD_INPUT_REQUESTS=${REQUESTS}`);
    const operations = inOrder(await listOperations(services));
    const plans = await Promise.all(operations.map(async (one) => planOf(one, operations)));
    const share = shareOf(plans.map(({ changes }) => changes.length));
    const statuses: Record<string, number> = {};
    let count = 0;
    for (const { operation, own, changes } of plans) {
      const name = nameOf(operation);
      if (!name.includes(BAD_INPUT_ONLY)) continue;
      const requests = drawRequests(own, changes, share, randomOf(SEED, name));
      count += requests.length;
      await t.test(`${name} withstands it`, async () => {
        for (const { received } of await withstand(operation, requests))
          statuses[received.status] = (statuses[received.status] ?? 0) + 1;
      });
    }
    t.diagnostic(`${count} requests: ${JSON.stringify(statuses)}`);
  });

  test('leaves every service ready, its memory unchanged, and no errors in the metrics', async () => {
    for (const service of SERVICES) {
      const ready = await fetch(`${services.urls[service]}/ready`);
      assert.equal(ready.status, 200, service);
      const metrics = await (await fetch(`${services.urls[service]}/metrics`)).text();
      const figure = (name: string): number =>
        Number(new RegExp(`^${name}.*\\} (.+)$`, 'm').exec(metrics)?.[1]);
      assert.equal(figure('http_refusals_total\\{code="internal-error"'), 0, service);
      assert.equal(figure('database_errors_total\\{class="22"'), 0, service);
    }
    // Outside the heap, whose garbage varies: threads, buffers, memory for hashing; some 300 MiB after a run.
    const { rss, heapTotal } = process.memoryUsage();
    assert.ok(rss - heapTotal < 500 * MEBIBYTE, `${rss - heapTotal} bytes outside of the heap`);
    const grownBytes = heapInUse() - heapAtStart;
    assert.ok(
      grownBytes < 100 * MEBIBYTE,
      `the services and the test hold ${grownBytes} bytes more`,
    );
  });

  test('leaves the books in order', async () => {
    const { connectionString = '' } = services.owners.billing.options;
    const { db } = openDatabase<BillingTables>({
      url: connectionString,
      poolSize: 1,
      applicationName: 'acceptance',
    });
    const faults = await verifyLedger(db);
    await db.destroy();
    assert.ok(isInOrder(faults), JSON.stringify(faults));
  });
});

/** Of this process, in which core and billing run; garbage is not counted. */
function heapInUse(): number {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  collect();
  return process.memoryUsage().heapUsed;
}

type Plan = {
  readonly operation: Operation;
  readonly own: Draft;
  readonly changes: readonly Change[];
};

async function planOf(operation: Operation, all: readonly Operation[]): Promise<Plan> {
  const foreign = await draftOf(operation, companies.foreign);
  const methods = all
    .filter(({ service, path }) => service === operation.service && path === operation.path)
    .map(({ method }) => method);
  const changes = await changesOf(operation, foreign, methods);
  return {
    operation,
    own: await draftOf(operation, companies.own),
    changes: operation.method === 'GET' ? withFewOdd(changes, nameOf(operation)) : changes,
  };
}

/** Most oddities of a read do not change its response, and a report or a receipt takes long: so only a few of them. */
function withFewOdd(changes: readonly Change[], name: string): readonly Change[] {
  const [odd, wrong] = [false, true].map((refuses) =>
    changes.filter((one) => one.refuses === refuses),
  );
  return [
    ...(wrong ?? []),
    ...randomOf(SEED, `odd ${name}`)
      .shuffled(odd ?? [])
      .slice(0, ODD_READS),
  ];
}

/** Reads first, deletions last. */
function inOrder(operations: readonly Operation[]): readonly Operation[] {
  const rank = ({ method }: Operation): number => ['GET', 'POST', 'PUT', 'DELETE'].indexOf(method);
  return operations.toSorted((a, b) => rank(a) - rank(b));
}

/** How many of its variants each operation gets, so that the total is the requested number. */
function shareOf(ways: readonly number[]): number {
  let [few, many] = [0, Math.max(...ways)];
  while (few < many) {
    const middle = Math.ceil((few + many) / 2);
    const total = ways.reduce((sum, way) => sum + Math.min(way, middle), 0);
    if (total <= REQUESTS) few = middle;
    else many = middle - 1;
  }
  return few;
}

const nameOf = ({ service, method, path }: Operation): string => `${service} ${method} ${path}`;

async function withstand(
  operation: Operation,
  requests: readonly BadRequest[],
): Promise<readonly Asked[]> {
  const standing = await fingerprints();
  if (operation.method === 'GET') {
    const asked = await askAll(operation, requests, AT_ONCE);
    await assertStanding(operation, standing, asked);
    return asked;
  }
  const wrong = requests.filter(({ change }) => change.refuses);
  const askedWrong = await askAll(operation, wrong, AT_ONCE);
  await assertStanding(operation, standing, askedWrong);

  // Odd requests may be accepted: then the invalid ones are repeated by themselves.
  const odd = requests.filter(({ change }) => !change.refuses);
  const askedOdd = await askAll(operation, odd, 1);
  const refused = askedOdd.filter(({ received }) => received.status >= 400);
  if (refused.length < odd.length) {
    const changed = await fingerprints();
    await assertStanding(operation, changed, await askAll(operation, refused, 1));
    await companies.restore();
  } else await assertStanding(operation, standing, askedOdd);
  return [...askedWrong, ...askedOdd];
}

async function askAll(
  operation: Operation,
  requests: readonly BadRequest[],
  atOnce: number,
): Promise<readonly Asked[]> {
  const asked: Asked[] = [];
  const waiting = requests.values();
  const askInTurn = async (): Promise<void> => {
    for (const request of waiting) {
      const good = await caller.headersFor(operation);
      const received = await send(services.urls[operation.service], request.draft, good);
      if (operation.service === 'auth' && operation.method !== 'GET' && received.status < 400)
        caller.forget();
      asked.push({ ...request, received });
    }
  };
  await Promise.all(Array.from({ length: atOnce }, askInTurn));
  assertInOrder(operation, asked);
  return asked;
}

function assertInOrder(operation: Operation, asked: readonly Asked[]): void {
  const complaints = asked.flatMap(({ change, received }) =>
    complaintsAbout(operation, change, received).map((complaint) => `${change.why}: ${complaint}`),
  );
  assert.equal(
    complaints.length,
    0,
    `${complaints.length} complaints\n${complaints.slice(0, SHOWN).join('\n')}`,
  );
}

async function assertStanding(
  operation: Operation,
  standing: Prints,
  asked: readonly Asked[],
): Promise<void> {
  if (asked.length === 0 || isSame(await fingerprints(), standing)) return;
  // Something else may have happened meanwhile; a refused request that stores something does so again.
  let last = await fingerprints();
  for (let look = 0; look < LOOKS; look += 1) {
    const now = await fingerprints();
    if (isSame(now, last)) {
      await askAll(operation, asked, 1);
      if (isSame(await fingerprints(), now)) return;
    }
    last = await fingerprints();
  }
  assert.fail(await culpritOf(operation, asked));
}

/** Finds the request that stored something. */
async function culpritOf(operation: Operation, asked: readonly Asked[]): Promise<string> {
  for (const one of asked) {
    const earlier = await fingerprints();
    await askAll(operation, [one], 1);
    const now = await fingerprints();
    const changed = Object.keys(now).filter((name) => now[name] !== earlier[name]);
    if (changed.length > 0)
      return `${one.change.why}: ${one.received.status}, and yet ${changed.join(', ')} changed`;
  }
  return 'what is refused together changes something';
}

type Prints = Readonly<Record<string, string>>;

async function fingerprints(): Promise<Prints> {
  const all = await Promise.all(
    SERVICES.map(async (service) => Object.entries(await fingerprintOf(services.owners[service]))),
  );
  return Object.fromEntries(
    all.flatMap((prints, index) =>
      prints.map(([table, print]) => [`${SERVICES[index]}.${table}`, print]),
    ),
  );
}

function isSame(one: Prints, other: Prints): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
