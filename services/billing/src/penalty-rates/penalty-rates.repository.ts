// The reference of penalty rates in SQL.
import type { Db } from '../tables.ts';

export type PenaltyRateRow = {
  readonly id: number;
  readonly valid_from: string;
  readonly valid_to: string | null;
  readonly base_cbr_rate: string;
  readonly effective_rate: string;
  readonly description: string | null;
  readonly source: 'import' | 'manual';
};

const COLUMNS = [
  'id',
  'valid_from',
  'valid_to',
  'base_cbr_rate',
  'effective_rate',
  'description',
  'source',
] as const;

/** Newest first. */
export async function listPenaltyRates(db: Db): Promise<readonly PenaltyRateRow[]> {
  return db.selectFrom('penalty_rates').select(COLUMNS).orderBy('valid_from', 'desc').execute();
}

export async function findPenaltyRate(db: Db, id: number): Promise<PenaltyRateRow | undefined> {
  return db.selectFrom('penalty_rates').select(COLUMNS).where('id', '=', id).executeTakeFirst();
}
