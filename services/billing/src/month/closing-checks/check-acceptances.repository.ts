// What an accountant has accepted of a month's remarks, in SQL.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';

export type AcceptanceRow = {
  readonly check_code: CheckCode;
  readonly row_count: number;
  readonly note: string;
  readonly accepted_by: number;
  readonly accepted_at: Date;
};

const COLUMNS = ['check_code', 'row_count', 'note', 'accepted_by', 'accepted_at'] as const;

export async function listAcceptances(db: Db, cycleId: number): Promise<readonly AcceptanceRow[]> {
  return db
    .selectFrom('check_acceptances')
    .select(COLUMNS)
    .where('billing_cycle_id', '=', cycleId)
    .execute();
}

export type NewAcceptance = {
  readonly cycleId: number;
  readonly organizationId: number;
  readonly code: CheckCode;
  readonly count: number;
  readonly note: string;
  readonly userId: number;
};

/** In the place of an earlier one of the check. */
export async function upsertAcceptance(
  trx: Trx,
  { cycleId, organizationId, code, count, note, userId }: NewAcceptance,
): Promise<AcceptanceRow> {
  const accepted = { row_count: count, note, accepted_by: userId };
  return trx
    .insertInto('check_acceptances')
    .values({
      billing_cycle_id: cycleId,
      check_code: code,
      organization_id: organizationId,
      ...accepted,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['billing_cycle_id', 'check_code'])
        .doUpdateSet({ ...accepted, accepted_at: sql`now()` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** The cycle's status, which stays until the transaction ends. */
export async function holdCycle(trx: Trx, cycleId: number): Promise<string | undefined> {
  const { rows } = await sql<{ status: string }>`
    select billing_cycles.status from billing_cycles where billing_cycles.id = ${cycleId} for share
  `.execute(trx);
  return rows[0]?.status;
}
