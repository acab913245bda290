// The import of the key rate: run on request, and its log.
import * as api from '@kvartplata/contracts/billing/key-rate-import.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { listImportRuns } from './import-runs.service.ts';
import { importNow, type KeyRateImports } from './key-rate-import.service.ts';

export type KeyRateDeps = Deps & { readonly keyRateImports: KeyRateImports };

export function keyRateImportRoutes(
  app: HttpServer,
  { access, keyRateImports }: KeyRateDeps,
): void {
  route(app, api.importKeyRate, async (request) =>
    importNow(keyRateImports, (await access.callerOf(request)).actor),
  );

  route(app, api.listKeyRateImports, async (request) => {
    const { db } = await access.callerOf(request);
    return listImportRuns(db, request.query);
  });
}
