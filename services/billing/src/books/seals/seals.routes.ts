// Seals of months, the log of seals, and proofs for single accounts.
import * as api from '@kvartplata/contracts/billing/seals.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import type { Checkpoints } from './checkpoints.service.ts';
import { proveReceipt } from './receipt-proofs.service.ts';
import { createSealVerifications } from './seal-verifications.service.ts';
import { readMonthSeal } from './seals.service.ts';

export type SealsDeps = Deps & { readonly checkpoints: Checkpoints };

export function sealsRoutes(app: HttpServer, { access, checkpoints, now }: SealsDeps): void {
  const readers = { verifications: createSealVerifications(now), checkpoints, now };

  route(app, api.getMonthSeal, async (request) =>
    readMonthSeal(await access.callerOf(request), request.params.cycleId, request.query, readers),
  );

  route(app, api.getSealsKey, async () => checkpoints.key);

  route(app, api.getCheckpoint, async (request) => checkpoints.read(request.query));

  route(app, api.getReceiptProof, async (request) => {
    const caller = await access.callerOf(request);
    return proveReceipt(caller, request.params.cycleId, request.query, checkpoints);
  });
}
