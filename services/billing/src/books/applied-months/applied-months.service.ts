// How far the charges of a house are in the books.
import type { Db } from '../../tables.ts';
import { listAppliedMonths, type House } from './applied-months.repository.ts';

/** `YYYY-MM`; null before the first. */
export async function findLastAppliedMonth(db: Db, house: House): Promise<string | null> {
  const months = await listAppliedMonths(db, house, { from: undefined, to: undefined });
  return months.at(-1) ?? null;
}
