// Corrections: made, or run dry; listed; one with its lines.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/corrections.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { correctMonths, getCorrection, listCorrectionsFor } from './corrections.service.ts';

export type CorrectionsDeps = Deps & { readonly dryRuns: DryRuns };

export function correctionsRoutes(
  app: HttpServer,
  { access, dryRuns, today }: CorrectionsDeps,
): void {
  route(app, api.createCorrection, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const outcome = await correctMonths({ dryRuns, once, today: today() }, caller, request.body);
    const { id: correctionId } = outcome;
    if (correctionId === null) return outcome;
    const location = addressOf(api.getCorrection, { params: { correctionId } });
    void reply.code(201).header('location', location);
    return outcome;
  });

  route(app, api.listCorrections, async (request) =>
    listCorrectionsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getCorrection, async (request) =>
    getCorrection(await access.callerOf(request), request.params.correctionId),
  );
}
