// The worker of each kind of import.
import { balanceWorker } from './balance-rows.service.ts';
import { houseWorker } from './house-rows.service.ts';
import type { ImportWorker } from './import-worker.ts';
import type { ImportKind } from './imports.table.ts';
import { meterWorker } from './meter-rows.service.ts';
import { readingWorker } from './reading-rows.service.ts';
import { serviceWorker } from './service-rows.service.ts';

export const WORKERS: Readonly<Record<ImportKind, ImportWorker>> = {
  houses: houseWorker,
  services: serviceWorker,
  readings: readingWorker,
  meters: meterWorker,
  balances: balanceWorker,
};
