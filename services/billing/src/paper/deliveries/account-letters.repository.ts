// The letters of one account in SQL.
import { sql } from 'kysely';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Db } from '../../tables.ts';
import { LETTER_COLUMNS, type LetterRow } from './delivery-letters.repository.ts';

export type AccountLetterRow = LetterRow & {
  readonly deliveryId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly createdAt: Date;
};

/** Of an account in a delivery there is one letter. */
export type BeforeLetter = {
  readonly createdAt: string;
  readonly deliveryId: number;
};

/** Newest first. */
export async function listAccountLetters(
  db: Db,
  { organizationId, houseId, personalAccountId }: AccountPlace,
  before: BeforeLetter | undefined,
  limit: number,
): Promise<readonly AccountLetterRow[]> {
  let query = db
    .selectFrom('deliveryLetters')
    .select([...LETTER_COLUMNS, 'deliveryId', 'period', 'createdAt'])
    .where('organizationId', '=', organizationId)
    .where('houseId', '=', houseId)
    .where('personalAccountId', '=', personalAccountId)
    .orderBy('createdAt', 'desc')
    .orderBy('deliveryId', 'desc')
    .limit(limit);
  if (before !== undefined)
    query = query.where(
      sql<boolean>`(created_at, delivery_id) < (${before.createdAt}::timestamptz, ${before.deliveryId}::bigint)`,
    );
  return query.execute();
}
