// How long it takes a company to move in by four files over HTTP, from the first byte to the last entry, first as a dry run and
// undone afterwards, compared with bare inserts of the same rows; and the peak memory of core and billing.
import { setTimeout } from 'node:timers/promises';
import { getMove, startMove, undoMove, type Move } from '@kvartplata/contracts/core/moves.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { startStand, type Stand } from '../calculation/stand.ts';
import type { Measured } from '../measured.ts';
import { insertBareEntries } from '../opening/bare-entries.ts';
import { peakMemory } from '../process-use.ts';
import { sized } from '../size.ts';
import { insertBareRegistry } from './bare-registry.ts';
import { AS_OF, formerFiles, type FormerFiles } from './former-program.ts';

const PAIRS = sized({ whole: 3, short: 1 });
const ACCOUNTS = sized({ whole: 10_000, short: 500 });
const MONTHS = sized({ whole: 24, short: 6 });
/** The interval at which the page polls. */
const LOOK_EVERY_MS = 700;

/** @param args the numbers of accounts, months of debts and pairs */
export async function benchMove(args: readonly string[]): Promise<readonly Measured[]> {
  const [accounts = ACCOUNTS, months = MONTHS, pairs = PAIRS] = args.map(Number);
  const stand = await startStand();
  try {
    const { id: organizationId } = await stand.ask(createOrganization, { body: { name: 'УК' } });
    const files = formerFiles(accounts, months);
    const [tried, made, undone, limits]: [number[], number[], number[], number[]] = [
      [],
      [],
      [],
      [],
    ];
    for (let pair = 0; pair < pairs; pair += 1) {
      tried.push((await timeMove(stand, organizationId, files, true)).tookMs);
      const { id, tookMs } = await timeMove(stand, organizationId, files, false);
      made.push(tookMs);
      limits.push(
        (await insertBareRegistry(stand.core.db)) + (await insertBareEntries(stand.billing.db)),
      );
      undone.push(await timeUndo(stand, id));
    }
    const [core, billing] = [stand.coreProcess, stand.billingProcess].map(({ child }) =>
      Math.round(peakMemory(child.pid ?? 0)),
    );
    const memory = `core has at most ${core} MB, billing ${billing} MB`;
    const what = `${accounts} accounts with meters and ${months} months of debts, ${accounts * months} rows, by four files; ${memory}`;
    const limit = 'bare inserts of the same rows';
    const of = (told: string, ours: readonly number[]): Measured => ({
      name: 'move',
      what: told,
      limit,
      ours,
      limits,
    });
    return [of(what, made), of('the same, tried', tried), of('the same, undone', undone)];
  } finally {
    await stand.stop();
  }
}

async function timeMove(
  stand: Stand,
  organizationId: number,
  files: FormerFiles,
  dryRun: boolean,
): Promise<{ readonly id: number; readonly tookMs: number }> {
  const body = new FormData();
  for (const [part, text] of Object.entries(files))
    body.append(part, new Blob([text]), `${part}.csv`);
  const startedAt = performance.now();
  const { id } = await stand.ask(startMove, {
    query: { organizationId, asOf: AS_OF, dryRun },
    body,
  });
  const told = await endOf(stand, id);
  if (told.status !== 'COMPLETED' || told.parts.some(({ refused }) => refused > 0))
    throw new Error(`the move ended as ${JSON.stringify(told)}`);
  return { id, tookMs: performance.now() - startedAt };
}

async function timeUndo(stand: Stand, moveId: number): Promise<number> {
  const startedAt = performance.now();
  await stand.ask(undoMove, { params: { moveId } });
  const told = await endOf(stand, moveId);
  if (told.undo !== 'UNDONE') throw new Error(`the undo ended as ${JSON.stringify(told)}`);
  return performance.now() - startedAt;
}

async function endOf(stand: Stand, moveId: number): Promise<Move> {
  for (;;) {
    const told = await stand.ask(getMove, { params: { moveId } });
    if (!['QUEUED', 'RUNNING'].includes(told.status)) return told;
    await setTimeout(LOOK_EVERY_MS);
  }
}
