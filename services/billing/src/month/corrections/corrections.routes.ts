// Corrections of months and of years: make or dry-run; list; get one with its lines.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/corrections.ts';
import * as years from '@kvartplata/contracts/billing/year-corrections.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { Deps } from '../../access/deps.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { correctMonths, getCorrection, listCorrectionsFor } from './corrections.service.ts';
import { correctYear, getYearCorrection, listYearsFor } from './year-corrections.service.ts';

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

  const ofYears = {
    'common-needs': years.correctCommonNeedsYear,
    heating: years.correctHeatingYear,
  };
  for (const [kind, operation] of Object.entries(ofYears) as [
    years.YearKind,
    typeof years.correctCommonNeedsYear,
  ][])
    route(app, operation, async (request, reply) => {
      const caller = await access.callerOf(request);
      const means = { dryRuns, once: onceOf(request, reply), today: today() };
      const outcome = await correctYear(means, caller, kind, request.body);
      if (!('id' in outcome)) return outcome;
      const params = { yearCorrectionId: outcome.id };
      void reply.code(202).header('location', addressOf(years.getYearCorrection, { params }));
      return outcome;
    });

  route(app, years.listYearCorrections, async (request) =>
    listYearsFor(await access.callerOf(request), request.query),
  );

  route(app, years.getYearCorrection, async (request) =>
    getYearCorrection(await access.callerOf(request), request.params.yearCorrectionId),
  );

  route(app, api.listCorrections, async (request) =>
    listCorrectionsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getCorrection, async (request) =>
    getCorrection(await access.callerOf(request), request.params.correctionId),
  );
}
