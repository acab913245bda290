// How long an accountant of 60 houses waits: each list of the page in Chromium, from the click to the drawn rows, for a company
// of 6,000 accounts with some months of data. Each visit starts with an empty cache of the page, so that nothing is shown from
// memory; the requests of a click and the rows drawn are reported with its time.
import { loadavg } from 'node:os';
import assert from 'node:assert/strict';
import { getProgram } from '@kvartplata/platform/testing/programs.ts';
import type { Page } from 'playwright-core';
import { renderTable, type Column } from '../../tools/demo/table.ts';
import type { Measured } from '../measured.ts';
import { onPageOf, type Lived } from './lived-company.ts';
import { sized } from '../size.ts';
import { LISTS, type List } from './page-lists.ts';

const SIZE = sized({ whole: '6000/100', short: '600/100' });
const RUNS = sized({ whole: 5, short: 2 });
const LONGEST_MS = 1_000;

type Told = {
  readonly list: string;
  readonly times: readonly number[];
  readonly requests: number;
  readonly rows: number;
};

/** @param args `6000/100`, accounts and accounts per house, then the names of the lists to measure, all by default */
export async function benchLists([size, ...only]: readonly string[]): Promise<readonly Measured[]> {
  getProgram('chromium');
  const [accounts = 0, accountsPerHouse = 100] = (size ?? SIZE).split('/').map(Number);
  assert.ok(accounts >= accountsPerHouse, 'no such size');
  const lists = LISTS.filter(({ name }) => only.length === 0 || only.includes(name));
  const load = (): string =>
    loadavg()
      .map((of) => of.toFixed(1))
      .join(' ');
  const before = load();
  const told = await onPageOf({ accounts, accountsPerHouse }, async (page, lived) => {
    const all: Told[] = [];
    for (const list of lists) all.push(await measure(page, list, lived));
    return all;
  });
  const slowest = told.toSorted((one, other) => middleOf(other.times) - middleOf(one.times))[0];
  assert.ok(slowest !== undefined, 'no such list');
  return [
    {
      name: 'lists',
      what: `the slowest list of ${accounts} accounts in ${accounts / accountsPerHouse} houses, from the click: ${slowest.list}`,
      limit: 'what a reader bears',
      goal: 1,
      ours: slowest.times,
      limits: [LONGEST_MS],
      notes: [...renderTable(COLUMNS, told).split('\n'), `load: ${before} before, ${load()} after`],
    },
  ];
}

async function measure(page: Page, list: List, lived: Lived): Promise<Told> {
  const times: number[] = [];
  const seen = { requests: 0, rows: 0 };
  for (let run = 0; run <= RUNS; run += 1) {
    await page.goto(new URL(list.from(lived), page.url()).href, { waitUntil: 'networkidle' });
    const asked: string[] = [];
    const count = (request: { readonly url: () => string }): void => {
      if (request.url().includes('/api/')) asked.push(request.url());
    };
    page.on('request', count);
    const startedAt = performance.now();
    await list.click(page, lived);
    await list.drawn(page, lived);
    const ms = performance.now() - startedAt;
    page.off('request', count);
    // The first run loads the page's script.
    if (run === 0) continue;
    times.push(ms);
    Object.assign(seen, { requests: asked.length, rows: await page.locator('tr').count() });
  }
  return { list: list.name, times, ...seen };
}

const COLUMNS: readonly Column<Told>[] = [
  { title: 'list', of: ({ list }) => list },
  { title: 'ms', of: ({ times }) => middleOf(times).toFixed(0), align: 'right' },
  { title: 'slowest', of: ({ times }) => Math.max(...times).toFixed(0), align: 'right' },
  { title: 'requests', of: ({ requests }) => String(requests), align: 'right' },
  { title: 'rows', of: ({ rows }) => String(rows), align: 'right' },
];

function middleOf(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}
