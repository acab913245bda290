// Ten thousand reads per second, many times the capacity: which responses come back, how much memory is used, and how soon reads
// take as long as before again.
import assert from 'node:assert/strict';
import { setTimeout } from 'node:timers/promises';
import type { Measured } from '../measured.ts';
import { peakMemory } from '../process-use.ts';
import { openLine, type Line } from './load.ts';
import { startReadStand, type ReadStand } from './read-stand.ts';

const PER_SECOND = 10_000;
const SECONDS = 60;
/** The maximum number of connections; requests that become due while all of them wait are not sent. */
const MOST_LINES = 4_000;
const TICK_MS = 10;
const REST_MS = 5_000;
const READS = 50;

/** @param args the duration in seconds, 60 by default, and the number of requests per second */
export async function benchOverload([
  seconds = String(SECONDS),
  perSecond = String(PER_SECOND),
]: readonly string[]): Promise<readonly Measured[]> {
  const reads = await startReadStand();
  try {
    await readAlone(reads);
    const before = await readAlone(reads);
    const { pid } = reads.stand.billingProcess.child;
    const memoryBefore = peakMemory(pid ?? 0);
    const flood = await floodWith(reads, Number(perSecond), Number(seconds));
    await setTimeout(REST_MS);
    const after = await readAlone(reads);
    return [
      {
        name: 'overload',
        what: `one of ${READS} reads, 5 s after ${seconds} s of ${perSecond} reads a second`,
        limit: 'before it',
        ours: after,
        limits: before,
        notes: [
          `${flood.asked} asked, ${flood.late} more could not be, as all connections waited; answered 200 ${flood.answers.get(200) ?? 0} times, 503 ${flood.answers.get(503) ?? 0} times, 429 ${flood.answers.get(429) ?? 0} times; ${flood.broken} connections broke`,
          `an answer came after ${percentile(flood.tookMs, 0.5)} ms, the slowest hundredth after ${percentile(flood.tookMs, 0.99)} ms and more`,
          `billing took ${Math.round(peakMemory(pid ?? 0))} MB at most, ${Math.round(memoryBefore)} MB before`,
        ],
      },
    ];
  } finally {
    await reads.stand.stop();
  }
}

async function readAlone({ oneRow }: ReadStand): Promise<readonly number[]> {
  const line = await openLine(oneRow);
  const took: number[] = [];
  for (let nth = 0; nth < READS; nth += 1) {
    const startedAt = performance.now();
    const { status } = await line.ask();
    assert.equal(status, 200);
    took.push(performance.now() - startedAt);
  }
  line.close();
  return took;
}

type Flood = {
  asked: number;
  late: number;
  broken: number;
  readonly answers: Map<number, number>;
  readonly tookMs: number[];
};

/** @throws when a response is not 200, 429, or a 503 with Retry-After */
async function floodWith(
  { oneRow }: ReadStand,
  perSecond: number,
  seconds: number,
): Promise<Flood> {
  const flood: Flood = { asked: 0, late: 0, broken: 0, answers: new Map(), tookMs: [] };
  const strange = new Set<string>();
  const idle: Line[] = [];
  const underWay = new Set<Promise<void>>();
  let lines = 0;

  async function askOnce(): Promise<void> {
    const startedAt = performance.now();
    const kept = idle.pop();
    if (kept === undefined) lines += 1;
    try {
      const line = kept ?? (await openLine(oneRow));
      const { status, head } = await line.ask();
      flood.answers.set(status, (flood.answers.get(status) ?? 0) + 1);
      flood.tookMs.push(performance.now() - startedAt);
      if (!isExpected(status, head)) strange.add(head.split('\r\n', 1)[0] ?? '');
      idle.push(line);
    } catch {
      flood.broken += 1;
      lines -= 1;
    }
  }

  const startedAt = performance.now();
  for (;;) {
    const elapsedMs = performance.now() - startedAt;
    if (elapsedMs > seconds * 1000) break;
    const due = Math.floor((elapsedMs * perSecond) / 1000);
    while (flood.asked + flood.late < due) {
      if (idle.length === 0 && lines >= MOST_LINES) {
        flood.late += 1;
        continue;
      }
      flood.asked += 1;
      const one = askOnce();
      underWay.add(one);
      void one.finally(() => underWay.delete(one));
    }
    await setTimeout(TICK_MS);
  }
  await Promise.all(underWay);
  for (const line of idle) line.close();
  assert.deepEqual([...strange], []);
  return flood;
}

function isExpected(status: number, head: string): boolean {
  return [200, 429].includes(status) || (status === 503 && /\r\nretry-after: \d/i.test(head));
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return Math.round(sorted[Math.floor(sorted.length * share)] ?? Number.NaN);
}
