// The reading sheets of all houses of a month, or of chosen ones, one house at a time.
import type { ReadingSheetRow } from '@kvartplata/contracts/core/readings.ts';
import {
  firstDayOf,
  lastDayOf,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { naturalOrder } from '@kvartplata/domain/text/natural-order.ts';
import type { Caller } from '../../access/access.service.ts';
import { toSheetRow } from './reading-shape.ts';
import * as repository from './readings.repository.ts';

export type SheetOfHouse = {
  readonly address: string;
  readonly rows: readonly ReadingSheetRow[];
};

/**
 * In natural order of addresses.
 * @throws Refusal not-found for an organization or a house that the caller may not see
 */
export async function openSheets(
  caller: Caller,
  {
    organizationId,
    period,
    houseIds,
  }: {
    readonly organizationId: number;
    readonly period: BillingMonth;
    readonly houseIds?: readonly number[] | undefined;
  },
): Promise<AsyncIterable<SheetOfHouse>> {
  caller.requireRole(organizationId);
  const houses = await repository.listHouses(caller.db, organizationId, houseIds);
  if (houseIds !== undefined && houses.length < new Set(houseIds).size) throw notFound('A house');
  const inOrder = houses.toSorted((one, other) => naturalOrder(one.address, other.address));
  return readSheets();

  async function* readSheets(): AsyncGenerator<SheetOfHouse> {
    for (const { houseId, address } of inOrder) {
      const rows = await repository.listSheet(
        caller.db,
        { organizationId, houseIds: [houseId] },
        {
          period: formatDay(firstDayOf(period)),
          lastDay: formatDay(lastDayOf(period)),
          after: { personalAccountId: 0, meterId: 0 },
          limit: undefined,
        },
      );
      yield { address, rows: rows.map(toSheetRow) };
    }
  }
}
