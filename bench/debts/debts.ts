// Claim letters to the debtors of a house, checked, drawn and stored by one job, and the documents of court cases; compared
// with the bare pdfkit calls that draw the same text on as many pages. `npm run bench -- debts 6000` sets the number of
// debtors.
import assert from 'node:assert/strict';
import {
  workDebtLetters,
  type LettersWork,
} from '@kvartplata/billing-service/src/debts/debt-letters/make-debt-letters.job.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import type { JobHandler, JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { watched } from '../process-use.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';
import { bareLetters, benchDocuments } from './bare-papers.ts';
import { bookDebts, cardOf, factsOf, MADE_ON } from './owing-house.ts';

const PAIRS = sized({ whole: 3, short: 1 });
const DEBTORS = sized({ whole: 2_000, short: 200 });
const MOST_DEBTORS = 20_000;
const MEGABYTE = 1e6;
const NOW = new Date('2026-08-01T09:00:00Z');

/** @param args the number of debtors */
export async function benchDebts([asked]: readonly string[] = []): Promise<readonly Measured[]> {
  const debtors = Math.min(Math.max(1, Number(asked ?? DEBTORS) || DEBTORS), MOST_DEBTORS);
  return onThrowaway<BillingTables, readonly Measured[]>('billing', async ({ owner, open }) => {
    const application = open(2);
    await bookDebts(owner, debtors);
    const db = application.seeing(() => visibilityOf('all'));
    return [await benchLetters(db, owner, debtors), await benchDocuments(PAIRS)];
  });
}

async function benchLetters(
  db: LettersWork['db'],
  owner: Kysely<unknown>,
  debtors: number,
): Promise<Measured> {
  const [ours, limits, notes]: [number[], number[], string[]] = [[], [], []];
  for (let pair = 0; pair < PAIRS; pair += 1) {
    limits.push((await watched(async () => bareLetters(debtors))).ms);
    const { ms, grewBy, result } = await watched(async () => makeLetters(db, owner, debtors));
    assert.equal(result.letters, debtors);
    ours.push(ms);
    notes.push(
      `${Math.round((debtors / ms) * 1_000)} letters/s; ${(result.bytes / MEGABYTE).toFixed(1)} MB; the process grew by ${grewBy} MB at most`,
    );
  }
  return {
    name: 'debt-letters, pdf',
    what: `claim letters to ${debtors} debtors of six months, judged, drawn and kept by one job`,
    limit: 'as many pages by bare calls of pdfkit',
    ours,
    limits,
    notes,
  };
}

type Made = { readonly letters: number; readonly bytes: number };

async function makeLetters(
  db: LettersWork['db'],
  owner: Kysely<unknown>,
  debtors: number,
): Promise<Made> {
  // Otherwise the term of the previous letters would still be running.
  await sql`delete from debt_letter_accounts`.execute(owner);
  const { rows: asked } = await sql<{ id: number }>`
    insert into debt_letters (organization_id, kind, form, dry_run, house_ids, min_months, min_debt, made_on, file_name,
      total_accounts, requested_by, request_id)
    values (1, 'claim', 'pdf', false, array[1::bigint], 0, 0, ${MADE_ON}, 'pretenzii.pdf', ${debtors}, 1, 'bench')
    returning id::integer
  `.execute(owner);
  const id = asked[0]?.id ?? 0;
  let handler: JobHandler | undefined;
  const queue = {
    work: async (_queue: string, given: JobHandler) => {
      handler = given;
    },
    giveUp: async () => undefined,
  } as unknown as JobQueue;
  const core = {
    listAccountCards: async (ids: readonly number[]) => ids.map(cardOf),
    readReceiptFacts: async () => factsOf(),
    readSnapshot: async () => assert.fail('claim letters need no norm'),
  };
  const log = { error: assert.fail, warn: assert.fail };
  await workDebtLetters({ db, core, queue, log, now: () => NOW });
  await handler?.({ organizationId: 1, reference: id }, new AbortController().signal);
  const { rows } = await sql<Made>`
    select letters, byte_count::integer as bytes from debt_letters where organization_id = 1 and id = ${id}
  `.execute(owner);
  assert.ok(rows[0]);
  return rows[0];
}
