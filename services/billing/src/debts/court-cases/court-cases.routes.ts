// Court cases: opened, read, moved from step to step, and their documents.
import { Readable } from 'node:stream';
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/court-cases.ts';
import { ZIP } from '@kvartplata/contracts/billing/kept-files.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../../payments/booking-turns.ts';
import { exportDocuments } from './case-documents.service.ts';
import * as cases from './court-cases.service.ts';

export function courtCasesRoutes(
  app: HttpServer,
  { access, turns, now, today }: BookingDeps,
): void {
  route(app, api.createCourtCase, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), now: now(), today: today() };
    const opened = await turns.runFor(sessionOf(request).userId, async () =>
      cases.openCase(asker, request.body),
    );
    const location = addressOf(api.getCourtCase, { params: { courtCaseId: opened.id } });
    void reply.code(201).header('location', location);
    return opened;
  });

  route(app, api.listCourtCases, async (request) =>
    cases.listCasesFor(await access.callerOf(request), request.query),
  );

  route(app, api.getCourtCase, async (request) =>
    cases.getCase(await access.callerOf(request), request.params.courtCaseId),
  );

  route(app, api.getCourtCaseDocuments, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { name, content } = await exportDocuments(caller, request.params.courtCaseId, now());
    return reply
      .type(ZIP)
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(Readable.from(content, { objectMode: false }));
  });

  route(app, api.addCourtCaseStep, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), now: now(), today: today() };
    const { courtCaseId } = request.params;
    const taken = await turns.runFor(sessionOf(request).userId, async () =>
      cases.takeStep(asker, courtCaseId, request.body),
    );
    const location = addressOf(api.getCourtCase, { params: { courtCaseId } });
    void reply.code(201).header('location', location);
    return taken;
  });
}
