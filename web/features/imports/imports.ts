// Files of houses, meters and readings: sent for a look or for good, and how they stand.
import {
  downloadImportTemplate,
  downloadRefusedRows,
  type Import,
  type ListedImport,
} from '@kvartplata/contracts/core/imports.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/imports';
const LOOK_EVERY_MS = 700;

/** What the rows of a file are, and where they go. */
export type ImportPlace =
  | { readonly kind: 'houses'; readonly organizationId: number }
  | { readonly kind: 'meters'; readonly houseId: number }
  | { readonly kind: 'readings'; readonly houseId: number; readonly period: string };

/** Judges every row and stores nothing. */
export async function tryFile(place: ImportPlace, file: File): Promise<Import> {
  return send(place, file, { dryRun: true });
}

/** All rows or none. */
export async function storeFile(
  place: ImportPlace,
  file: File,
  idempotencyKey: string,
): Promise<Import> {
  return send(place, file, { dryRun: false, idempotencyKey });
}

async function send(
  { kind, ...where }: ImportPlace,
  file: File,
  { dryRun, ...key }: { readonly dryRun: boolean; readonly idempotencyKey?: string },
): Promise<Import> {
  const body = new FormData();
  body.append('file', file);
  const query = { ...where, dryRun };
  return ask('core', `${PATH}/${kind}`, { method: 'POST', query, body, ...key });
}

/** How an import stands, looked at again and again until it has ended. */
export function importOf(id: number) {
  const path = `${PATH}/${id}`;
  return queryOptions({
    queryKey: [path],
    queryFn: async ({ signal }) => ask<Import>('core', path, { signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

export function isUnderWay({ status }: Pick<ListedImport, 'status'>): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

/** The newest first. */
export function importsOf(organizationId: number) {
  return pagesOf<ListedImport>('core', PATH, { organizationId });
}

export function refusedRowsOf(importId: number): FileOf {
  return async (options) =>
    callFile(downloadRefusedRows, { params: { importId }, query: { format: 'xlsx' }, ...options });
}

export function templateOf(kind: ImportPlace['kind']): FileOf {
  return async (options) =>
    callFile(downloadImportTemplate, { params: { kind }, query: { format: 'xlsx' }, ...options });
}
