// Seals of months, the log of all of them, and proofs of single accounts.
import * as api from '@kvartplata/contracts/billing/seals.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { createMonthReaders } from '../month-readers.ts';
import type { Checkpoints } from './checkpoints.service.ts';
import { proveReceipt } from './receipt-proofs.service.ts';
import { verifySeal } from './seals.service.ts';

export type SealsDeps = Deps & { readonly checkpoints: Checkpoints };

export function sealsRoutes(app: HttpServer, { access, checkpoints }: SealsDeps): void {
  const readers = createMonthReaders<api.MonthSeal>('seals');

  route(app, api.getMonthSeal, async (request) =>
    verifySeal(await access.callerOf(request), request.params.cycleId, readers),
  );

  route(app, api.getSealsKey, async () => checkpoints.key);

  route(app, api.getCheckpoint, async (request) => checkpoints.read(request.query.since));

  route(app, api.getReceiptProof, async (request) => {
    const caller = await access.callerOf(request);
    return proveReceipt(caller, request.params.cycleId, request.query, checkpoints);
  });
}
