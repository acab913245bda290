// How long the opening balances of a company take, from the first byte of the file to the last entry, and their undoing, compared
// with bare inserts of the same entries; and the peak memory of billing.
import { setTimeout } from 'node:timers/promises';
import {
  getOpeningImport,
  importOpeningBalances,
  undoOpeningImport,
  type OpeningImport,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { monthsFrom, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { fillCore } from '../calculation/fill-core.ts';
import { startStand, type Stand } from '../calculation/stand.ts';
import type { Measured } from '../measured.ts';
import { peakMemory } from '../process-use.ts';
import { sized } from '../size.ts';
import { insertBareEntries } from './bare-entries.ts';

const PAIRS = sized({ whole: 3, short: 1 });
const ACCOUNTS = sized({ whole: 10_000, short: 500 });
const ACCOUNTS_PER_HOUSE = 100;
const MONTHS = sized({ whole: 24, short: 6 });
const AS_OF = '2026-01';
const LOOK_EVERY_MS = 200;

export async function benchOpening(): Promise<readonly Measured[]> {
  const stand = await startStand();
  try {
    const { id: organizationId } = await stand.ask(createOrganization, { body: { name: 'УК' } });
    await fillCore(stand.core.db, {
      organizationId,
      accounts: ACCOUNTS,
      accountsPerHouse: ACCOUNTS_PER_HOUSE,
      months: [],
    });
    const file = fileOf(ACCOUNTS, MONTHS);
    const [booked, undone, limits]: [number[], number[], number[]] = [[], [], []];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      const { id, tookMs } = await timeImport(stand, organizationId, file);
      booked.push(tookMs);
      limits.push(await insertBareEntries(stand.billing.db));
      undone.push(await timeUndo(stand, id));
    }
    const limit = 'bare inserts of the same entries';
    const memory = Math.round(peakMemory(stand.billingProcess.child.pid ?? 0));
    const rows = ACCOUNTS * MONTHS;
    return [
      {
        name: 'opening',
        what: `${ACCOUNTS} accounts with ${MONTHS} months of debts, ${rows} rows of CSV, judged and booked; billing has at most ${memory} MB`,
        limit,
        ours: booked,
        limits,
      },
      { name: 'opening', what: 'the same, undone', limit, ours: undone, limits },
    ];
  } finally {
    await stand.stop();
  }
}

function fileOf(accounts: number, months: number): Blob {
  const first = parseBillingMonth(AS_OF).subtract({ months });
  const names = monthsFrom(first, months).map(String);
  const lines = Array.from({ length: accounts }, (_, nth) =>
    names.map((month) => `LS${nth + 1};${month};principal;;${1000 + (nth % 900)}.56`).join('\n'),
  );
  return new Blob([`account;month;kind;service;amount\n${lines.join('\n')}\n`]);
}

async function timeImport(
  stand: Stand,
  organizationId: number,
  file: Blob,
): Promise<{ readonly id: number; readonly tookMs: number }> {
  const body = new FormData();
  body.append('file', file, 'balances.csv');
  const startedAt = performance.now();
  const query = { organizationId, asOf: AS_OF };
  const { id } = await stand.ask(importOpeningBalances, { query, body });
  const told = await endOf(stand, id);
  if (told.status !== 'COMPLETED' || told.accepted !== ACCOUNTS * MONTHS)
    throw new Error(`the import ended as ${JSON.stringify(told)}`);
  return { id, tookMs: performance.now() - startedAt };
}

async function timeUndo(stand: Stand, openingImportId: number): Promise<number> {
  const startedAt = performance.now();
  await stand.ask(undoOpeningImport, { params: { openingImportId } });
  const told = await endOf(stand, openingImportId);
  if (told.undo !== 'UNDONE') throw new Error(`the undo ended as ${JSON.stringify(told)}`);
  return performance.now() - startedAt;
}

async function endOf(stand: Stand, openingImportId: number): Promise<OpeningImport> {
  for (;;) {
    const told = await stand.ask(getOpeningImport, { params: { openingImportId } });
    if (!['QUEUED', 'RUNNING'].includes(told.status)) return told;
    await setTimeout(LOOK_EVERY_MS);
  }
}
