// The month's sheet of a house: every meter that is in use, with its reading or without one.
import {
  countReadings,
  deleteReading,
  getReading,
  getReadingSheet,
  storeReadingSheet,
  type NewReadingSheet,
  type StoredReadingSheet,
} from '@kvartplata/contracts/core/readings.ts';
import { queryOptions } from '@tanstack/react-query';
import type { StaticEncode } from 'typebox';
import { call, callVersioned } from '../../lib/api.ts';
import { read, readAll } from '../../lib/reads.ts';

/** @param period `2026-11` */
export function sheetOf(houseId: number, period: string) {
  return {
    ...readAll(getReadingSheet, { params: { houseId, period } }),
    refetchOnWindowFocus: false,
  };
}

/** Of every house of the organization: its address, its meters in use, and how many of them are read. */
export function readingCounts(organizationId: number, period: string) {
  return queryOptions({
    ...read(countReadings, { query: { organizationId, period } }),
    select: ({ items }) => items,
  });
}

/** All of them or none. */
export async function storeSheet(
  houseId: number,
  period: string,
  body: StaticEncode<typeof NewReadingSheet>,
): Promise<StoredReadingSheet> {
  return call(storeReadingSheet, { params: { houseId, period }, body });
}

/** One after another: each is deleted, or refused, for itself. */
export async function deleteReadings(ids: readonly number[]): Promise<void> {
  for (const readingId of ids) {
    const params = { readingId };
    const { etag } = await callVersioned(getReading, { params });
    await call(deleteReading, { params, ifMatch: etag });
  }
}
