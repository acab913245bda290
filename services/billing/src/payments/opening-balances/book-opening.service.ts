// Books or reverses the opening balances of an import, and allocates the accounts' money to the debts that exist then.
import { inBatches, inChunks } from '@kvartplata/platform/database/batches.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { lockAllAccounts } from '../../books/account-balances/account-balances.service.ts';
import { holdMonthsOpen, holdMonthsSince } from '../../books/cycles/open-months.service.ts';
import type { Trx } from '../../tables.ts';
import { reallocate } from '../payments/allocations.service.ts';
import type { OwnOpening } from './opening-imports.repository.ts';
import {
  listBookedHouses,
  placesOf,
  postOpening,
  type BookedHouse,
} from './opening-judging.repository.ts';

const ACCOUNTS_AT_ONCE = 500;
/** As many entries as one statement holds in memory. */
const ROWS_AT_ONCE = 50_000;

export type Booking = {
  readonly isUndo: boolean;
  readonly signal: AbortSignal;
  /** @param rows how many are done so far */
  readonly onProgress: (rows: number) => Promise<void>;
};

/** @throws Refusal month-closed */
export async function bookOpening(
  trx: Trx,
  own: OwnOpening,
  { isUndo, signal, onProgress }: Booking,
): Promise<void> {
  const { organizationId, importId } = own;
  const houses = await listBookedHouses(trx, own);
  await requireOpenMonths(trx, organizationId, firstMonthOf(houses));
  const all = houses.flatMap((house) => placesOf(organizationId, house));
  await lockAllAccounts(trx, organizationId, all);
  const reason = isUndo ? 'opening-undo' : 'opening';
  let done = 0;
  for (const batch of inBatches(houses, ({ rows }) => rows, ROWS_AT_ONCE)) {
    signal.throwIfAborted();
    await postOpening(
      trx,
      own,
      batch.map(({ houseId }) => houseId),
      isUndo,
    );
    for (const house of batch) {
      const { houseId } = house;
      for (const places of inChunks(placesOf(organizationId, house), ACCOUNTS_AT_ONCE))
        await reallocate(trx, { organizationId, houseId }, places, { reason, causeId: importId });
      done += house.rows;
      await onProgress(done);
    }
  }
}

/**
 * Ensures that no month from this one on is closed, or can be until the transaction ends.
 * @throws Refusal month-closed that names the closed one
 */
export async function requireOpenMonths(
  trx: Trx,
  organizationId: number,
  since: string | undefined,
): Promise<void> {
  if (since === undefined) return holdMonthsOpen(trx, organizationId);
  const closed = await holdMonthsSince(trx, organizationId, since);
  if (closed !== null) throw monthClosed(closed);
}

function monthClosed(firstDay: string): Refusal {
  const month = firstDay.slice(0, 7);
  return new Refusal('month-closed', `The month ${month} is closed: what was before it stays`, {
    months: [month],
  });
}

/** @param months `YYYY-MM`: in which something was booked on what the move has brought */
export function builtUpon(months: readonly string[]): Refusal {
  return new Refusal('move-built-upon', `Booked since: ${months.join(', ')}`, { months });
}

function firstMonthOf(houses: readonly BookedHouse[]): string | undefined {
  return houses.map(({ firstMonth }) => firstMonth).toSorted()[0];
}
