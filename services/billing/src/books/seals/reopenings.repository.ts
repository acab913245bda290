// Closings that were undone, in SQL.
import type { OwnCycle } from '../cycles/cycles.repository.ts';
import type { Db } from '../../tables.ts';

export type ReopeningRow = {
  readonly closedAt: Date;
  readonly turnoverHash: Buffer;
  readonly chainHash: Buffer;
  readonly reason: string;
  readonly reopenedBy: number;
  readonly createdAt: Date;
};

/** Every undone closing of the month with the seal that it had, newest first. */
export async function listReopenings(
  db: Db,
  { organizationId, cycleId }: OwnCycle,
): Promise<readonly ReopeningRow[]> {
  return db
    .selectFrom('monthReopenings')
    .innerJoin('monthSeals', (join) =>
      join
        .onRef('monthSeals.organizationId', '=', 'monthReopenings.organizationId')
        .onRef('monthSeals.billingCycleId', '=', 'monthReopenings.billingCycleId')
        .onRef('monthSeals.createdAt', '=', 'monthReopenings.closedAt'),
    )
    .select([
      'monthReopenings.closedAt',
      'monthSeals.turnoverHash',
      'monthSeals.chainHash',
      'monthReopenings.reason',
      'monthReopenings.reopenedBy',
      'monthReopenings.createdAt',
    ])
    .where('monthReopenings.organizationId', '=', organizationId)
    .where('monthReopenings.billingCycleId', '=', cycleId)
    .orderBy('monthReopenings.closedAt', 'desc')
    .execute();
}
