// The month's sheet of a house: every meter that is in use, with its reading or without one.
import type {
  NewReadingSheet,
  ReadingCounts,
  ReadingSheetRow,
  StoredReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { ask } from '../../lib/api.ts';
import { askAll } from '../../lib/paged.ts';

const pathOf = (houseId: number, period: string): string =>
  `/api/houses/${houseId}/readings/${period}`;

/** @param period `2026-11` */
export function sheetOf(houseId: number, period: string) {
  const path = pathOf(houseId, period);
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => askAll<ReadingSheetRow>('core', path, { signal }),
    refetchOnWindowFocus: false,
  });
}

export const COUNTS = '/api/readings/counts';

/** Of every house of the organization: its address, its meters in use, and how many of them are read. */
export function readingCounts(organizationId: number, period: string) {
  const query = { organizationId, period };
  return queryOptions({
    queryKey: [COUNTS, query],
    queryFn: async ({ signal }) =>
      (await ask<ReadingCounts>('core', COUNTS, { query, signal })).items,
  });
}

/** All of them or none. */
export async function storeSheet(
  houseId: number,
  period: string,
  body: StaticEncode<typeof NewReadingSheet>,
): Promise<StoredReadingSheet> {
  return ask<StoredReadingSheet>('core', pathOf(houseId, period), { method: 'PUT', body });
}
