// The core-service in a separate process, for users who are always signed in; reports its memory.
import { createOpeningsClient } from '@kvartplata/core-service/src/access/openings-client.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { createMetrics } from '@kvartplata/platform/http/metrics.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { openJobQueue } from '@kvartplata/platform/jobs/job-queue.ts';
import { createAccess } from '@kvartplata/core-service/src/access/access.service.ts';
import { createApp } from '@kvartplata/core-service/src/app.ts';
import type { BooksClient } from '@kvartplata/core-service/src/access/books-client.ts';
import { IMPORT_QUEUE } from '@kvartplata/core-service/src/exchange/imports/imports.service.ts';
import { workImports } from '@kvartplata/core-service/src/exchange/imports/run-import.job.ts';
import type { Tables } from '@kvartplata/core-service/src/tables.ts';
import { pino } from 'pino';

const SAMPLE_MS = 10;
const AWAY = 'http://127.0.0.1:9';
const databaseUrl = process.env['DATABASE_URL'] ?? '';
const database = openDatabase<Tables>({
  url: databaseUrl,
  poolSize: 10,
  applicationName: 'core-service',
  role: 'core_app',
});
const access = createAccess(database);
const log = pino({ level: 'error' });
const now = (): Date => new Date();
const queue = await openJobQueue({
  databaseUrl,
  queues: [IMPORT_QUEUE],
  role: 'core_app',
  onError: (error) => log.error(error),
});
const books: BooksClient = {
  getHouseBooks: async () => {
    throw new Refusal('dependency-unavailable');
  },
  hasPayee: async () => false,
  listPayees: async () => [],
};
const app = await createApp({
  access,
  queue,
  users: {
    findNames: async () => undefined,
    listUsers: async () => [],
    writeInvitation: async () => {},
    resetSecondFactor: async () => undefined,
  },
  books,
  openings: createOpeningsClient({
    call: async () => Promise.reject(new Error('nobody is asked')),
  }),
  keys: deriveKeys(Buffer.alloc(32, 7), undefined),
  metrics: createMetrics('core'),
  dependencies: [],
  findSession: async () => ({ active: true, platformRole: 'user' }),
  now,
  buildInfo: { version: '0.1.0', buildTime: now().toISOString(), commit: 'bench', branch: 'bench' },
  systemVersion: '0.1.0',
  authServiceUrl: AWAY,
  billingServiceUrl: AWAY,
  corsOrigin: 'http://localhost:3000',
  useHttps: false,
  trustedProxies: [],
  logLevel: 'silent',
});
await workImports({ db: access.everything, progress: access.everything, queue, books, now, log });
const url = await app.listen({ port: 0, host: '127.0.0.1' });

let peakBytes = 0;
setInterval(() => {
  peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
}, SAMPLE_MS);
/** Every message requests the peak since the previous one. */
process.on('message', () => {
  process.send?.({ peakBytes });
  peakBytes = 0;
});
process.on('disconnect', () => process.exit(0));
process.send?.({ url });
