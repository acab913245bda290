// How long an accountant of a large company waits: each request of the page over HTTP, alone and with ten people at once, after
// a few months and after more, with the peak memory of the database server meanwhile. Months are computed and applied as in
// operation; there are no payments, no penalties, and no month is closed.
import assert from 'node:assert/strict';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import { renderTable, type Column } from '../../tools/demo/table.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, type Stand } from '../calculation/stand.ts';
import { apply, calculate, findCycle, monthsBefore } from '../growth/lived-month.ts';
import type { Measured } from '../measured.ts';
import { memoryOfAll, postmasterOf } from '../process-use.ts';
import { sized } from '../size.ts';
import { BESIDE_PAGES, FILE, requestsOf, type Request } from './requests.ts';

const SIZE = sized({ whole: '50000/500', short: '400/100' });
const MONTHS = sized({ whole: [3, 12], short: [1, 2] });
const PEOPLE = 10;
const ROUNDS = sized({ whole: 5, short: 3 });
const LOOK_EVERY_MS = 100;

type Told = {
  readonly request: string;
  readonly months: number;
  readonly alone: readonly number[];
  readonly together: readonly number[];
  /** Of the database server, in MB; NaN if the system does not provide it. */
  readonly memory: number;
};

/** @param args `50000/500`, accounts and accounts per house, then the months after which to measure: `3 12` */
export async function benchCompany([size, ...asked]: readonly string[]): Promise<
  readonly Measured[]
> {
  const [accounts = 0, accountsPerHouse = 500] = (size ?? SIZE).split('/').map(Number);
  const after = asked.length === 0 ? MONTHS : asked.map(Number);
  assert.ok(accounts >= accountsPerHouse && after.every((count) => count > 0), 'no such size');
  const told = await liveThrough({ accounts, accountsPerHouse }, after);
  return after.flatMap((months) => {
    const then = told.filter((of) => of.months === months);
    const what = `${accounts / 1000}k accounts × 8, ${months} months`;
    return [
      {
        name: 'company',
        what: `${what}: the slowest request of the page`,
        limit: 'what a reader bears',
        goal: 1,
        ours: slowestOf(then, 'alone'),
        limits: [300],
        notes: renderTable(COLUMNS, then).split('\n'),
      },
      {
        name: 'company',
        what: `${what}: the slowest request of the page, ${PEOPLE} at once`,
        limit: 'what a reader bears on a busy day',
        goal: 1,
        ours: slowestOf(then, 'together'),
        limits: [1_000],
      },
    ];
  });
}

/** The times of the slowest request. */
function slowestOf(told: readonly Told[], how: 'alone' | 'together'): readonly number[] {
  const requests = told
    .filter(({ request }) => !BESIDE_PAGES.includes(request))
    .map((of) => of[how]);
  const [longest = []] = requests.toSorted((one, other) => middleOf(other) - middleOf(one));
  return longest;
}

async function liveThrough(
  { accounts, accountsPerHouse }: { readonly accounts: number; readonly accountsPerHouse: number },
  after: readonly number[],
): Promise<readonly Told[]> {
  const stand = await startStand();
  try {
    const { id: organizationId } = await stand.ask(createOrganization, { body: CONTRACTOR });
    // The month before the first one has readings and is not charged.
    const [, ...lived] = monthsBefore(Math.max(...after));
    const months = monthsBefore(Math.max(...after)).map((month) => `${month}-01`);
    await fillCore(stand.core.db, { organizationId, accounts, accountsPerHouse, months });
    const told: Told[] = [];
    for (const [index, month] of lived.entries()) {
      const [year, ofYear] = month.split('-').map(Number);
      await calculate(stand, { organizationId, year, month: ofYear });
      const cycleId = await findCycle(stand, month);
      await apply(stand, cycleId);
      if (!after.includes(index + 1)) continue;
      // Autovacuum would do this within a minute.
      await stand.billing.pool.query('vacuum analyze');
      const company = { organizationId, cycleId, month, first: lived[0] ?? month };
      for (const request of requestsOf(stand, company))
        told.push(await measure(stand, request, index + 1));
    }
    return told;
  } finally {
    await stand.stop();
  }
}

async function measure(stand: Stand, { name, ask }: Request, months: number): Promise<Told> {
  const server = postmasterOf(stand.postgres.dataDirectory);
  let memory = Number.NaN;
  const looking = setInterval(() => {
    const now = memoryOfAll(server);
    if (now > 0 && !(memory >= now)) memory = now;
  }, LOOK_EVERY_MS);
  try {
    await ask();
    const [alone, together]: [number[], number[]] = [[], []];
    const rounds = name === FILE ? 1 : ROUNDS;
    for (let round = 0; round < rounds; round += 1) alone.push(await timeOf(ask));
    for (let round = 0; round < rounds; round += 1)
      together.push(
        ...(await Promise.all(Array.from({ length: PEOPLE }, async () => timeOf(ask)))),
      );
    return { request: name, months, alone, together, memory };
  } finally {
    clearInterval(looking);
  }
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

const COLUMNS: readonly Column<Told>[] = [
  { title: 'request', of: ({ request }) => request },
  { title: 'months', of: ({ months }) => String(months), align: 'right' },
  { title: 'alone, ms', of: ({ alone }) => median(alone), align: 'right' },
  { title: 'slowest', of: ({ alone }) => slowest(alone), align: 'right' },
  { title: `${PEOPLE} at once`, of: ({ together }) => median(together), align: 'right' },
  { title: 'slowest', of: ({ together }) => slowest(together), align: 'right' },
  { title: 'server, MB', of: ({ memory }) => memory.toFixed(0), align: 'right' },
];

function median(times: readonly number[]): string {
  return middleOf(times).toFixed(0);
}

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function slowest(times: readonly number[]): string {
  return Math.max(...times).toFixed(0);
}
