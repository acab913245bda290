// The remarks of a month that an accountant has accepted individually, in SQL.
import type { CheckCode } from '@kvartplata/contracts/billing/closing-checks.ts';
import { sql } from 'kysely';
import { inChunks } from '@kvartplata/platform/database/batches.ts';
import type { OwnCycle } from '../../books/cycles/cycles.repository.ts';
import type { Db, Trx } from '../../tables.ts';

export type SingleAcceptance = {
  readonly checkCode: CheckCode;
  readonly remark: string;
  readonly readsHash: string;
  readonly note: string;
  readonly acceptedBy: number;
  readonly acceptedAt: Date;
};

/** The checks of which remarks were accepted individually. */
export async function listSinglyAccepted(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly CheckCode[]> {
  const rows = await db
    .selectFrom('remarkAcceptances')
    .select('checkCode')
    .distinct()
    .where('organizationId', '=', organizationId)
    .where('billingCycleId', '=', cycleId)
    .execute();
  return rows.map(({ checkCode }) => checkCode);
}

export async function listSingleAcceptances(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly SingleAcceptance[]> {
  return db
    .selectFrom('remarkAcceptances')
    .select(['checkCode', 'remark', 'readsHash', 'note', 'acceptedBy', 'acceptedAt'])
    .where('organizationId', '=', organizationId)
    .where('billingCycleId', '=', cycleId)
    .execute();
}

export type NewSingleAcceptance = {
  readonly check: CheckCode;
  readonly key: string;
  readonly readsHash: string;
};

/** Limited by the number of parameters of a statement. */
const WRITTEN_AT_ONCE = 5_000;

/** Each replaces an earlier acceptance of the same remark. */
export async function upsertSingleAcceptances(
  trx: Trx,
  { organizationId, cycleId }: OwnCycle,
  by: { readonly note: string; readonly userId: number },
  remarks: readonly NewSingleAcceptance[],
): Promise<void> {
  for (const some of inChunks(remarks, WRITTEN_AT_ONCE))
    await trx
      .insertInto('remarkAcceptances')
      .values(
        some.map(({ check, key, readsHash }) => ({
          organizationId,
          billingCycleId: cycleId,
          checkCode: check,
          remark: key,
          readsHash,
          note: by.note,
          acceptedBy: by.userId,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['organizationId', 'billingCycleId', 'checkCode', 'remark']).doUpdateSet({
          readsHash: sql`excluded.reads_hash`,
          note: sql`excluded.note`,
          acceptedBy: sql`excluded.accepted_by`,
          acceptedAt: sql`excluded.accepted_at`,
        }),
      )
      .execute();
}
