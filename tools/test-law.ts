// `npm run test:law -- [seed] [--accounts <n>]`: compares the charging rules with a second implementation of them, in random
// houses with a million accounts, for some of them including a yearly recalculation. Exits 1 at the first line that differs, and
// names the house that reproduces it.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { Compared, Part } from './law/comparing-thread.ts';
import { isHelpTold } from './platform/command-help.ts';

const HELP = `Compares the charging rules with a second implementation of them, in random houses.

  npm run test:law -- [<seed>] [--accounts <n>]

  <seed>           of the first house; it repeats an earlier run
  --accounts <n>   how many accounts, by default a million
  --help           this text`;

const ACCOUNTS = '1000000';
const TOLD_EVERY_MS = 5_000;
const MOST_SEEDS = 1_000_000_000;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const asked = readArguments();
if (asked === undefined) {
  console.error('npm run test:law -- [seed] [--accounts <n>], both whole numbers above zero');
  process.exitCode = 1;
} else {
  process.exitCode = await compare(asked);
}

type Asked = { readonly seed: number; readonly accounts: number };

/** Undefined when they are invalid. */
function readArguments(): Asked | undefined {
  const { values, positionals } = parseArgs({
    options: { accounts: { type: 'string' } },
    allowPositionals: true,
    strict: false,
  });
  const { accounts = ACCOUNTS, ...others } = values;
  const [seed = String(randomInt(1, MOST_SEEDS)), ...more] = positionals;
  const isWhole = (text: unknown): boolean => /^[1-9]\d{0,14}$/.test(String(text));
  const isUnknown = more.length > 0 || Object.keys(others).length > 0;
  if (isUnknown || !isWhole(seed) || !isWhole(accounts)) return undefined;
  return { seed: Number(seed), accounts: Number(accounts) };
}

async function compare({ seed, accounts }: Asked): Promise<number> {
  console.log(`Houses from seed ${seed} on, ${accounts} accounts.`);
  const startedAt = performance.now();
  const threads = availableParallelism();
  const parts = Array.from({ length: threads }, (_, index) => ({
    first: seed + index,
    step: threads,
    accounts: Math.ceil(accounts / threads),
  }));
  const compared: Compared[] = parts.map(() => ({ accounts: 0, lines: 0, years: 0 }));
  const telling = setInterval(() => console.log(summaryOf(compared)), TOLD_EVERY_MS);
  const workers = parts.map((part, index) => start(part, (told) => (compared[index] = told)));
  const ended = await Promise.all(workers.map(async (worker) => once(worker, 'exit')));
  clearInterval(telling);
  const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
  const faults = compared.flatMap(({ fault }) => fault ?? []);
  for (const { seed: house, message } of faults)
    console.error(`${message}\nAgain: npm run test:law -- ${house} --accounts 1`);
  console.log(
    `${summaryOf(compared)} in ${seconds} s, ${faults.length === 0 ? 'no' : 'a'} difference.`,
  );
  return faults.length === 0 && ended.every(([code]) => code === 0) ? 0 : 1;
}

/** @param tell gets what has been compared, and the difference at which it has stopped */
function start(part: Part, tell: (compared: Compared) => void): Worker {
  const worker = new Worker(new URL('law/comparing-thread.ts', import.meta.url), {
    workerData: part,
  });
  let fault: Compared['fault'];
  worker.on('message', (told: Compared) => {
    fault ??= told.fault;
    tell(fault === undefined ? told : { ...told, fault });
  });
  worker.on('error', (error) => console.error(error));
  return worker;
}

function summaryOf(compared: readonly Compared[]): string {
  const sum = (of: (one: Compared) => number): number =>
    compared.reduce((total, one) => total + of(one), 0);
  const [accounts, lines] = [sum((one) => one.accounts), sum((one) => one.lines)];
  return `${accounts} accounts, ${lines} lines, ${sum((one) => one.years)} years`;
}
