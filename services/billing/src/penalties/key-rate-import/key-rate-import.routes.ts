// POST /api/billing/penalty-rates/import and GET /api/billing/penalty-rates/imports
import {
  KeyRateImport,
  KeyRateImportRun,
  ListImportRunsQuery,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listImportRuns } from './import-runs.service.ts';
import { importNow, type KeyRateImports } from './key-rate-import.service.ts';

export type KeyRateDeps = Deps & { readonly keyRateImports: KeyRateImports };

export function keyRateImportRoutes(
  app: HttpServer,
  { access, keyRateImports }: KeyRateDeps,
): void {
  app.post(
    '/api/billing/penalty-rates/import',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['penalty rates'],
        summary: "Ask for the Bank of Russia's key rate now, and take a change over",
        response: { 200: KeyRateImport, ...refusals(400, 401, 403, 409, 503) },
      },
    },
    async (request) => importNow(keyRateImports, (await access.callerOf(request)).actor),
  );

  app.get(
    '/api/billing/penalty-rates/imports',
    {
      config: { access: 'admin' },
      schema: {
        tags: ['penalty rates'],
        summary: 'Each time the bank was asked, and what came of it, the newest first',
        querystring: ListImportRunsQuery,
        response: { 200: Page(KeyRateImportRun), ...refusals(400, 401, 403, 503) },
      },
    },
    async (request) => {
      const { db } = await access.callerOf(request);
      return listImportRuns(db, request.query);
    },
  );
}
