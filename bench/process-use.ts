// Resource use of processes, as reported by Linux; unknown on other systems.
import { readFileSync } from 'node:fs';
import { setInterval } from 'node:timers';

/** Clock ticks in /proc are hundredths of a second wherever Node runs. */
const TICK_MS = 10;
const LOOK_EVERY_MS = 50;
const MEGABYTE = 1e6;

/** The peak memory of the process, in MB. */
export function peakMemory(pid: number): number {
  return Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`))?.[1] ?? Number.NaN) / 1024;
}

/** The processor time of a process and all its descendants, including ended ones, in milliseconds. */
export function processorTime(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean);
  return (
    timeOf(pid) + children.map((child) => processorTime(Number(child))).reduce((a, b) => a + b, 0)
  );
}

/** The processor time of a single-threaded process, such as a database session, in milliseconds, precise to a microsecond. */
export function sessionTime(pid: number): number {
  return Number(read(`/proc/${pid}/schedstat`).split(' ', 1)[0] || Number.NaN) / 1e6;
}

function timeOf(pid: number): number {
  const fields = read(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? [];
  return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * TICK_MS;
}

function read(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

/** The server's main process: all others are its children. */
export function postmasterOf(dataDirectory: string): number {
  return Number(read(`${dataDirectory}/postmaster.pid`).split('\n', 1)[0] || Number.NaN) || 0;
}

/** The current memory of a process and its descendants, with shared memory counted once, in MB. */
export function memoryOfAll(pid: number): number {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim().split(' ').filter(Boolean);
  const own = Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
  return own + children.map((child) => memoryOfAll(Number(child))).reduce((a, b) => a + b, 0);
}

type Watched<Result> = { readonly ms: number; readonly grewBy: number; readonly result: Result };

/** The duration of the work, and this process's memory growth meanwhile, in MB. */
export async function watched<Result>(work: () => Promise<Result>): Promise<Watched<Result>> {
  const { rss } = process.memoryUsage();
  let most = rss;
  const looking = setInterval(() => {
    most = Math.max(most, process.memoryUsage().rss);
  }, LOOK_EVERY_MS);
  const startedAt = performance.now();
  const result = await work();
  const ms = performance.now() - startedAt;
  clearInterval(looking);
  return { ms, grewBy: Math.round((most - rss) / MEGABYTE), result };
}
