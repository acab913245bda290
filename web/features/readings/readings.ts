// The month's sheet of a house: every meter in use, with or without its reading.
import {
  countReadings,
  deleteReading,
  downloadOddReadings,
  getReading,
  getReadingSheet,
  listOddReadingsOfHouses,
  storeReadingSheet,
  type NewReadingSheet,
  type Reading,
  type StoredReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { call, callFile, callVersioned } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readAll, readPages } from '../../lib/reads.ts';

/** @param period `2026-11` */
export function sheetOf(houseId: number, period: string) {
  return {
    ...readAll(getReadingSheet, { params: { houseId, period } }),
    refetchOnWindowFocus: false,
  };
}

/** For every house of the organization: its address, its meters in use, and how many of them have a reading. */
export function readingCounts(organizationId: number, period: string) {
  return queryOptions({
    ...read(countReadings, { query: { organizationId, period } }),
    select: ({ items }) => items,
  });
}

type OddReadings = {
  readonly organizationId: number;
  readonly period: string;
  /** All of them by default. */
  readonly houseIds: readonly number[] | undefined;
};

/** For all houses, or for chosen ones. */
export function oddReadingsOf(query: OddReadings) {
  return readPages(listOddReadingsOfHouses, { query });
}

export function oddReadingsFileOf(query: OddReadings & { readonly format: TableFormat }): FileOf {
  return async (options) => callFile(downloadOddReadings, { query, ...options });
}

/** All of them or none. */
export async function storeSheet(
  houseId: number,
  period: string,
  body: StaticEncode<typeof NewReadingSheet>,
): Promise<StoredReadingSheet> {
  return call(storeReadingSheet, { params: { houseId, period }, body });
}

/** One after another: each is deleted or refused independently. */
export async function deleteReadings(ids: readonly number[]): Promise<void> {
  for (const id of ids) await deleteIf(id, () => true);
}

/** @returns false, and deletes nothing, when another figure is stored by now than the one shown */
export async function deleteShown({ id, value }: Pick<Reading, 'id' | 'value'>): Promise<boolean> {
  return deleteIf(id, (stored) => stored.value === value);
}

/** One that is gone already was deleted by somebody else. */
async function deleteIf(
  readingId: number,
  isMeant: (stored: Reading) => boolean,
): Promise<boolean> {
  const params = { readingId };
  try {
    const { record, etag } = await callVersioned(getReading, { params });
    if (!isMeant(record)) return false;
    await call(deleteReading, { params, ifMatch: etag });
  } catch (error) {
    if (!isRefused(error, 'not-found')) throw error;
  }
  return true;
}
