// The worker of each kind of import.
import { balanceWorker } from './balance-rows.service.ts';
import { gisAccountWorker } from './gis-account-rows.service.ts';
import { gisMeterWorker } from './gis-meter-rows.service.ts';
import { houseWorker } from './house-rows.service.ts';
import type { ImportWorker } from './import-worker.ts';
import type { ImportKind } from './imports.table.ts';
import { meterWorker } from './meter-rows.service.ts';
import { readingWorker } from './reading-rows.service.ts';
import type { ImportRow } from './imports.repository.ts';
import { serviceWorker } from './service-rows.service.ts';
import { undoReadingsWorker } from './undo-readings.service.ts';
import { undoServicesWorker } from './undo-services.service.ts';

const WORKERS: Readonly<Record<ImportKind, ImportWorker>> = {
  houses: houseWorker,
  services: serviceWorker,
  readings: readingWorker,
  meters: meterWorker,
  balances: balanceWorker,
  'gis-accounts': gisAccountWorker,
  'gis-meters': gisMeterWorker,
};

/** The kinds of import that can be undone; registries and books depend on the others. */
export const UNDO_WORKERS = {
  readings: undoReadingsWorker,
  services: undoServicesWorker,
} as const satisfies Partial<Record<ImportKind, ImportWorker>>;
export type UndoneKind = keyof typeof UNDO_WORKERS;

export function canBeUndone(kind: ImportKind): kind is UndoneKind {
  return kind in UNDO_WORKERS;
}

export function workerOf({ kind, undoes }: Pick<ImportRow, 'kind' | 'undoes'>): ImportWorker {
  if (undoes === null) return WORKERS[kind];
  if (!canBeUndone(kind)) throw new Error(`an import of ${kind} is not taken back`);
  return UNDO_WORKERS[kind];
}
