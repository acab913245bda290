// The month's checks that an accountant has accepted, in SQL.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import { sql } from 'kysely';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

export type AcceptanceRow = {
  readonly checkCode: CheckCode;
  readonly rowCount: number;
  readonly note: string;
  readonly acceptedBy: number;
  readonly acceptedAt: Date;
};

const COLUMNS = ['checkCode', 'rowCount', 'note', 'acceptedBy', 'acceptedAt'] as const;

export async function listAcceptances(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly AcceptanceRow[]> {
  return db
    .selectFrom('checkAcceptances')
    .select(COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('billingCycleId', '=', cycleId)
    .execute();
}

export type NewAcceptance = OwnCycle & {
  readonly code: CheckCode;
  readonly count: number;
  readonly note: string;
  readonly userId: number;
};

/** Replaces an earlier acceptance of the check. */
export async function upsertAcceptance(
  trx: Trx,
  { cycleId, organizationId, code, count, note, userId }: NewAcceptance,
): Promise<AcceptanceRow> {
  const accepted = { rowCount: count, note, acceptedBy: userId };
  return trx
    .insertInto('checkAcceptances')
    .values({
      organizationId,
      billingCycleId: cycleId,
      checkCode: code,
      ...accepted,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['organizationId', 'billingCycleId', 'checkCode'])
        .doUpdateSet({ ...accepted, acceptedAt: sql`excluded.accepted_at` }),
    )
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
