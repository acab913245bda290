// Files of opening balances: their columns, checking and booking them, their progress, and undoing them.
import {
  downloadOpeningTemplate,
  getOpeningImport,
  importOpeningBalances,
  listOpeningImports,
  listOpeningRows,
  readOpeningColumns,
  undoOpeningImport,
  type OpeningColumns,
  type OpeningImport,
  type OpeningMapping,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { keepOwn, readOwn } from '../../lib/own-storage.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;
const KEPT_AS = 'opening-mapping';

export type Opening = {
  readonly organizationId: number;
  readonly asOf: string;
  readonly file: File;
  /** Empty for the template. */
  readonly mapping: OpeningMapping;
};

export async function columnsOf(file: File): Promise<OpeningColumns> {
  const body = new FormData();
  body.append('file', file);
  return call(readOpeningColumns, { body });
}

/** Checks every row and books nothing. */
export async function tryOpening(opening: Opening): Promise<OpeningImport> {
  return send(opening, { dryRun: true });
}

export async function bookOpening(
  opening: Opening,
  idempotencyKey: string,
): Promise<OpeningImport> {
  return send(opening, { dryRun: false, idempotencyKey });
}

async function send(
  { organizationId, asOf, file, mapping }: Opening,
  { dryRun, ...key }: { readonly dryRun: boolean; readonly idempotencyKey?: string },
): Promise<OpeningImport> {
  const body = new FormData();
  body.append('file', file);
  const query = { organizationId, asOf, dryRun, ...mapping };
  return call(importOpeningBalances, { query, body, ...key });
}

/** Those that were to be booked, newest first. */
export function openingsOf(organizationId: number) {
  return readPages(listOpeningImports, { query: { organizationId, dryRun: false } });
}

/** The state of an import, polled until it has ended. */
export function openingOf(openingImportId: number) {
  return queryOptions({
    ...read(getOpeningImport, { params: { openingImportId } }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

/** In the order of the file. */
export function refusedOf(openingImportId: number, reason: string | undefined) {
  return readPages(listOpeningRows, { params: { openingImportId }, query: { reason } });
}

export function templateFile(): FileOf {
  return async (options) =>
    callFile(downloadOpeningTemplate, { query: { format: 'xlsx' }, ...options });
}

export async function undoOpening(
  openingImportId: number,
  idempotencyKey: string,
): Promise<OpeningImport> {
  return call(undoOpeningImport, { params: { openingImportId }, idempotencyKey });
}

/** The last mapping of this user: the next house comes from the same program. */
function rememberedMapping(): OpeningMapping {
  const kept = readOwn('browser', KEPT_AS);
  return kept === null ? {} : (JSON.parse(kept) as OpeningMapping);
}

export function rememberMapping(mapping: OpeningMapping): void {
  keepOwn('browser', KEPT_AS, JSON.stringify(mapping));
}

/** The remembered mapping, as far as the file has such columns, and a guess for the rest. */
export function settledMapping({ columns, mapping }: OpeningColumns): OpeningMapping {
  const titles = new Set(columns.map(({ title }) => title));
  const kept = Object.entries(rememberedMapping()).filter(([, title]) => titles.has(title));
  return { ...mapping, ...Object.fromEntries(kept) };
}
