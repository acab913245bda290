// Files of houses, services, meters and readings: checking and storing them, and their progress.
import {
  downloadGisAccountRows,
  importGisAccounts,
} from '@kvartplata/contracts/core/gis-accounts.ts';
import { downloadGisMeterRows, importGisMeters } from '@kvartplata/contracts/core/gis-meters.ts';
import {
  cancelImport as cancel,
  downloadImportTemplate,
  downloadReadingRows,
  downloadRefusedRows,
  downloadServiceRows,
  getImport,
  type Import,
  importHouses,
  importMeters,
  importReadings,
  importServices,
  type ListedImport,
  listImports,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;

/** The kind of a file's rows, and where they belong. */
export type ImportPlace =
  | {
      readonly kind: 'houses' | 'services' | 'meters' | 'gis-accounts' | 'gis-meters';
      readonly organizationId: number;
    }
  | { readonly kind: 'meters'; readonly houseId: number }
  | { readonly kind: 'readings'; readonly houseId: number; readonly period: string }
  | { readonly kind: 'readings'; readonly organizationId: number; readonly period: string };

/** Checks every row and stores nothing. */
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
  place: ImportPlace,
  file: File,
  { dryRun, ...key }: { readonly dryRun: boolean; readonly idempotencyKey?: string },
): Promise<Import> {
  const body = new FormData();
  body.append('file', file);
  const sent = { body, ...key };
  switch (place.kind) {
    case 'houses': {
      const { organizationId } = place;
      return call(importHouses, { query: { organizationId, dryRun }, ...sent });
    }
    case 'services': {
      const { organizationId } = place;
      return call(importServices, { query: { organizationId, dryRun }, ...sent });
    }
    case 'gis-accounts': {
      const { organizationId } = place;
      return call(importGisAccounts, { query: { organizationId, dryRun }, ...sent });
    }
    case 'gis-meters': {
      const { organizationId } = place;
      return call(importGisMeters, { query: { organizationId, dryRun }, ...sent });
    }
    case 'meters': {
      const { kind: _kind, ...where } = place;
      return call(importMeters, { query: { ...where, dryRun }, ...sent });
    }
    case 'readings': {
      const { kind: _kind, ...where } = place;
      return call(importReadings, { query: { ...where, dryRun }, ...sent });
    }
  }
}

/** The state of an import, polled until it has ended. */
export function importOf(importId: number) {
  return queryOptions({
    ...read(getImport, { params: { importId } }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

/** Nothing of it is stored. */
export async function cancelImport(importId: number): Promise<Import> {
  return call(cancel, { params: { importId } });
}

/** A dry run of undoing an import, which is an import too. */
export async function tryTakingBack(importId: number): Promise<Import> {
  return call(undoImport, { params: { importId }, query: { dryRun: true } });
}

/** All of it or nothing. */
export async function takeBack(importId: number, idempotencyKey: string): Promise<Import> {
  return call(undoImport, { params: { importId }, query: { dryRun: false }, idempotencyKey });
}

/** Newest first. */
export function importsOf(organizationId: number, kind: ListedImport['kind'] | undefined) {
  return readPages(listImports, {
    query: { organizationId, ...(kind === undefined ? {} : { kind }) },
  });
}

export function refusedRowsOf(importId: number): FileOf {
  return async (options) =>
    callFile(downloadRefusedRows, { params: { importId }, query: { format: 'xlsx' }, ...options });
}

export function templateOf(kind: ImportPlace['kind']): FileOf {
  return async (options) =>
    callFile(downloadImportTemplate, { params: { kind }, query: { format: 'xlsx' }, ...options });
}

/** The template of services, prefilled with the houses, and rows for those services that they lack. */
export function serviceRowsOf(
  organizationId: number,
  on: string,
  utilityServiceIds: readonly number[],
): FileOf {
  const wanted = utilityServiceIds.length === 0 ? {} : { utilityServiceIds };
  const query = { organizationId, on, format: 'xlsx', ...wanted } as const;
  return async (options) => callFile(downloadServiceRows, { query, ...options });
}

/** The template of readings, prefilled with the meters of all or chosen houses. */
export function readingRowsOf(query: {
  readonly organizationId: number;
  readonly period: string;
  readonly houseIds: readonly number[] | undefined;
  readonly format: TableFormat;
}): FileOf {
  return async (options) => callFile(downloadReadingRows, { query, ...options });
}

const GIS_ROWS = { 'gis-accounts': downloadGisAccountRows, 'gis-meters': downloadGisMeterRows };
export type GisRowsKind = keyof typeof GIS_ROWS;

/** The template of the state's numbers or GUIDs, prefilled with the records without one, or with all. */
export function gisRowsOf(kind: GisRowsKind, organizationId: number, all: boolean): FileOf {
  const query = { organizationId, all, format: 'xlsx' } as const;
  return async (options) => callFile(GIS_ROWS[kind], { query, ...options });
}
