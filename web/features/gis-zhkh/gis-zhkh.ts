// The state's system (ГИС ЖКХ): which houses' documents are placed, the files themselves, and the names of services in its lists.
import { listGisAnswers, readGisAnswer } from '@kvartplata/contracts/billing/gis-answers.ts';
import {
  exportGisCancellations,
  exportGisPayments,
  exportGisReadings,
} from '@kvartplata/contracts/billing/gis-messages.ts';
import {
  exportGisZhkh,
  listGisPlacements,
  listGisServices,
  replaceGisServices,
  type GisService,
} from '@kvartplata/contracts/billing/gis-zhkh.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

export function placementsOf(organizationId: number, period: string) {
  return read(listGisPlacements, { query: { organizationId, period } });
}

export function documentsOf(houseId: number, period: string): FileOf {
  return async (options) => callFile(exportGisZhkh, { query: { houseId, period }, ...options });
}

/** The documents that the system has refused, for sending them again. */
export function refusedDocumentsOf(houseId: number, period: string): FileOf {
  return async (options) =>
    callFile(exportGisZhkh, { query: { houseId, period, only: 'refused' }, ...options });
}

/** @param only devices that have a GUID */
export function readingsOf(houseId: number, period: string, only?: 'numbered'): FileOf {
  const query = { houseId, period, ...(only === undefined ? {} : { only }) };
  return async (options) => callFile(exportGisReadings, { query, ...options });
}

export function paymentsOf(houseId: number, period: string): FileOf {
  return async (options) => callFile(exportGisPayments, { query: { houseId, period }, ...options });
}

/** Cancellations of reversed payments. */
export function cancellationsOf(houseId: number, period: string): FileOf {
  return async (options) =>
    callFile(exportGisCancellations, { query: { houseId, period }, ...options });
}

export function answersOf(houseId: number, period: string) {
  return read(listGisAnswers, { query: { houseId, period } });
}

export async function sendAnswer(houseId: number, period: string, file: File): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  await call(readGisAnswer, { query: { houseId, period }, body });
}

export function gisServicesOf(organizationId: number) {
  return read(listGisServices, { query: { organizationId } });
}

export async function saveGisServices(
  organizationId: number,
  items: readonly GisService[],
): Promise<void> {
  await call(replaceGisServices, { query: { organizationId }, body: { items: [...items] } });
}
