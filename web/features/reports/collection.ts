// How much of its charges each house has collected, month by month.
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';
import type { HousesAndMonths } from './month-summary.ts';

export function collectionOf(of: HousesAndMonths) {
  return read(getCollection, { query: of });
}

export function collectionFile(of: HousesAndMonths): FileOf {
  return async (options) =>
    callFile(getCollection, { query: { ...of, format: 'xlsx' }, ...options });
}
