// What each account of a house, or of all houses, owed before some months, the movements in them, and what it owed afterwards.
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

/** For a house, or for all houses of an organization. */
export type TurnoverOf = ({ readonly houseId: number } | { readonly organizationId: number }) & {
  readonly periodFrom: string;
  readonly periodTo: string;
  readonly splitByService: boolean;
};

export function turnoverOf(of: TurnoverOf) {
  return read(getTurnoverBalance, { query: of });
}

export function turnoverFile(of: TurnoverOf): FileOf {
  return async (options) =>
    callFile(getTurnoverBalance, { query: { ...of, format: 'xlsx' }, ...options });
}
