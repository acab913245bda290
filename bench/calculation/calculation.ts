// A complete calculation, from the request through core's extraction and HTTP to the last stored charge; compared with one bare
// COPY of its keys and figures. Also bytes per charge, and how long other requests of the process take meanwhile.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import {
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Measured } from '../measured.ts';
import { copyBare, sizeOfCharges, type Copied } from './bare-rows.ts';
import { fillCore } from './fill-core.ts';
import { peakMemory, postmasterOf, processorTime } from '../process-use.ts';
import { startStand, type RunningServices, type Stand } from './stand.ts';
import { sized } from '../size.ts';

type Size = { readonly accounts: number; readonly accountsPerHouse: number };

const ACCOUNTS_PER_HOUSE = 100;
const SIZES = sized({ whole: ['10000', '100000', '1000000'], short: ['2000'] });
const SERVICES = 8;
/** Fewer runs where one takes minutes. */
const runsOf = (accounts: number): number => (accounts > 300_000 ? 1 : accounts > 50_000 ? 2 : 3);
const READ_EVERY_MS = 100;
const POLL_EVERY_MS = 250;

/** @param args sizes as numbers of accounts, `100000`, or with the number per house, `100000/10` */
export async function benchCalculation(args: readonly string[]): Promise<readonly Measured[]> {
  const results: Measured[] = [];
  const memory: string[] = [];
  for (const size of args.length === 0 ? SIZES : args) {
    const [accounts = 0, accountsPerHouse = ACCOUNTS_PER_HOUSE] = size.split('/').map(Number);
    const { measured, idleMb, peakMb } = await benchSize({ accounts, accountsPerHouse });
    results.push(...measured);
    memory.push(`${Math.round(idleMb)} → ${Math.round(peakMb)} MB with ${size}`);
  }
  const last = results.pop();
  const notes = [`billing's memory, idle → at most: ${memory.join(', ')}`];
  return last === undefined ? [] : [...results, { ...last, notes }];
}

type MeasuredSize = {
  readonly measured: readonly Measured[];
  readonly idleMb: number;
  readonly peakMb: number;
};

async function benchSize({ accounts, accountsPerHouse }: Size): Promise<MeasuredSize> {
  const stand = await startStand();
  const pid = stand.billingProcess.child.pid ?? 0;
  try {
    const idleMb = peakMemory(pid);
    const runs = runsOf(accounts);
    const months = Array.from({ length: runs + 1 }, (_, index) =>
      new Date(Date.UTC(2025, 11 + index)).toISOString().slice(0, 10),
    );
    const { id: organizationId } = await stand.ask(createOrganization, {
      body: { name: 'УК «Большая»' },
    });
    const registry = { organizationId, accounts, accountsPerHouse, months };
    await fillCore(stand.core.db, registry);
    const [first, again, bare]: [number[], number[], number[]] = [[], [], []];
    const notes: string[] = [];
    const sizes: number[][] = [[], []];
    for (const month of months.slice(1)) {
      const whole = await watched(stand, async () => calculate(stand, organizationId, month));
      await assertWhole(stand, month, accounts);
      first.push(whole.tookMs);
      const copied = await copyBare(stand, month);
      bare.push(copied.tookMs);
      const size = await sizeOfCharges(stand, month);
      sizes[0]?.push(size.bytes);
      sizes[1]?.push(copied.bytes);
      notes.push(size.inWords);
      const repeated = await watched(stand, async () => calculate(stand, organizationId, month));
      again.push(repeated.tookMs);
      notes.push(describeRun(whole, copied, accounts * SERVICES));
    }
    const size = `${accounts / 1_000}k accounts × ${SERVICES}`;
    const limit =
      'COPY of their keys and figures alone into a bare table with the same primary key';
    const measured: readonly Measured[] = [
      {
        name: 'calculation',
        what: `${size}, from the request to the last charge`,
        limit,
        goal: 1.5,
        ours: first,
        limits: bare,
        notes,
      },
      {
        name: 'calculation',
        what: `${size}, once more with nothing changed`,
        limit,
        ours: again,
        limits: bare,
      },
      {
        name: 'calculation',
        what: `${size}, a charge on disk with its keys and all that it shares with others`,
        limit: 'the same row in the bare table',
        unit: 'bytes',
        ours: sizes[0] ?? [],
        limits: sizes[1] ?? [],
      },
    ];
    return { measured, idleMb, peakMb: peakMemory(pid) };
  } finally {
    await stand.stop();
  }
}

export async function calculate(
  stand: Pick<RunningServices, 'ask'>,
  organizationId: number,
  month: string,
): Promise<void> {
  const [year, ofYear] = month.split('-').map(Number);
  const asked = await stand.ask(createCalculationJob, {
    body: { organizationId, year, month: ofYear },
  });
  assert.ok('id' in asked);
  let job = asked;
  while (job.finishedAt === null) {
    await setTimeout(POLL_EVERY_MS);
    job = await stand.ask(getCalculationJob, { params: { jobId: job.id } });
  }
  assert.deepEqual([job.status, job.error, job.skippedCount], ['COMPLETED', null, 0]);
}

async function assertWhole({ billing }: Stand, month: string, accounts: number): Promise<void> {
  const { rows } = await billing.pool.query<{ charges: number; amount: boolean }>(
    `select count(*)::integer as charges, sum(amount) = (select sum(amount) from house_months where period = $1) as amount
     from charges where period = $1`,
    [month],
  );
  assert.deepEqual(rows, [{ charges: accounts * SERVICES, amount: true }]);
}

type Watched = {
  readonly tookMs: number;
  readonly processorMs: readonly [billing: number, core: number, postgres: number];
  readonly p99Ms: number;
};

/** Does the work while a small read is repeated in the same process. */
async function watched(stand: Stand, work: () => Promise<void>): Promise<Watched> {
  const pids = [
    stand.billingProcess.child.pid ?? 0,
    stand.coreProcess.child.pid ?? 0,
    postmasterOf(stand.postgres.dataDirectory),
  ];
  const before = pids.map(processorTime);
  const waits: number[] = [];
  const done = new AbortController();
  const reading = readAllAlong(stand, waits, done.signal);
  const startedAt = performance.now();
  await work();
  const tookMs = performance.now() - startedAt;
  const [billing = 0, core = 0, postgres = 0] = pids.map(
    (pid, index) => processorTime(pid) - (before[index] ?? 0),
  );
  done.abort();
  await reading;
  return {
    tookMs,
    processorMs: [billing, core, postgres],
    p99Ms: waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? Number.NaN,
  };
}

async function readAllAlong(stand: Stand, waits: number[], done: AbortSignal): Promise<void> {
  while (!done.aborted) {
    const startedAt = performance.now();
    await stand.ask(listCycles, { query: { limit: 1 } });
    waits.push(performance.now() - startedAt);
    await setTimeout(READ_EVERY_MS, undefined, { signal: done }).catch(() => undefined);
  }
}

function describeRun(
  { tookMs, processorMs, p99Ms }: Watched,
  copied: Copied,
  charges: number,
): string {
  const [billing, core, postgres, bare] = [...processorMs, copied.processorMs].map((ms) =>
    ((ms * 1_000) / charges).toFixed(1),
  );
  return `${Math.round((charges / tookMs) * 1_000)} charges a second, ${(tookMs / copied.tookMs).toFixed(2)} times the bare COPY; processor µs a charge: billing ${billing}, core ${core}, PostgreSQL ${postgres}, of the bare COPY ${bare}; p99 of a read meanwhile ${Math.round(p99Ms)} ms`;
}
