// The receipts of several houses as one file: read, drawn, packed and stored by a job; compared with the bare pdfkit calls that
// draw the same text on as many pages.
import assert from 'node:assert/strict';
import {
  workReceiptFiles,
  type FileWork,
} from '@kvartplata/billing-service/src/paper/receipt-files/make-receipt-file.job.ts';
import type { Receipts } from '@kvartplata/billing-service/src/paper/receipts/house-receipts.service.ts';
import type { JobHandler, JobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { watched } from '../process-use.ts';
import { sized } from '../size.ts';

const PAIRS = sized({ whole: 2, short: 1 });
const MEGABYTE = 1e6;

export type FilesToMake = {
  readonly everything: FileWork['db'];
  readonly owner: Kysely<unknown>;
  readonly core: FileWork['core'];
  readonly receipts: Receipts;
  readonly houses: number;
  /** Per house. */
  readonly accounts: number;
  readonly drawBare: (pages: number) => Promise<void>;
};

export async function benchFiles(made: FilesToMake): Promise<readonly Measured[]> {
  const all = made.houses * made.accounts;
  const figures: Measured[] = [];
  for (const form of ['pdf', 'zip'] as const) {
    const [ours, limits, notes]: [number[], number[], string[]] = [[], [], []];
    for (let pair = 0; pair < PAIRS; pair += 1) {
      limits.push((await watched(async () => made.drawBare(all))).ms);
      const { ms, grewBy, result } = await watched(async () => makeFile(made, form));
      assert.equal(result.receipts, all);
      ours.push(ms);
      notes.push(
        `${(result.bytes / MEGABYTE).toFixed(1)} MB; the process grew by ${grewBy} MB at most`,
      );
    }
    figures.push({
      name: `receipt-files, ${form}`,
      what: `${all} receipts of ${made.houses} houses made by one job as ${form}, and kept`,
      limit: 'as many pages by bare calls of pdfkit, each with its QR code',
      ours,
      limits,
      notes,
    });
  }
  return figures;
}

type MadeFile = { readonly receipts: number; readonly bytes: number };

async function makeFile(
  { everything: db, owner, core, receipts, houses, accounts }: FilesToMake,
  form: 'pdf' | 'zip',
): Promise<MadeFile> {
  const { rows: asked } = await sql<{ id: number }>`
    insert into receipt_files (organization_id, period, form, house_ids, file_name, total_accounts, requested_by, request_id)
    select 1, '2026-07-01', ${form}, array_agg(house), 'kvitancii-2026-07', ${houses * accounts}, 1, 'bench'
    from generate_series(1, ${houses}::integer) as house
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
  const log = { error: assert.fail, warn: assert.fail };
  await workReceiptFiles({ ...receipts, db, core, queue, log });
  await handler?.({ organizationId: 1, reference: id }, new AbortController().signal);
  const { rows } = await sql<MadeFile>`
    select receipts, byte_count::integer as bytes from receipt_files where organization_id = 1 and id = ${id}
  `.execute(owner);
  assert.ok(rows[0]);
  return rows[0];
}
