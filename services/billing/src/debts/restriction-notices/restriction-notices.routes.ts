// Restriction notices: made, read, moved from step to step, and their letters.
import { Readable } from 'node:stream';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { PDF } from '@kvartplata/contracts/billing/receipts.ts';
import * as api from '@kvartplata/contracts/billing/restriction-notices.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../../payments/booking-turns.ts';
import { exportLetter } from './restriction-letter.service.ts';
import * as notices from './restriction-notices.service.ts';

export function restrictionNoticesRoutes(
  app: HttpServer,
  { access, turns, now, today }: BookingDeps,
): void {
  route(app, api.listRestrictableServices, async (request) => {
    const caller = await access.callerOf(request);
    const { personalAccountId } = request.query;
    return { items: [...(await notices.listServices(caller, personalAccountId, today()))] };
  });

  route(app, api.createRestrictionNotice, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), now: now(), today: today() };
    const made = await turns.runFor(sessionOf(request).userId, async () =>
      notices.makeNotice(asker, request.body),
    );
    const params = { restrictionNoticeId: made.id };
    void reply.code(201).header('location', addressOf(api.getRestrictionNotice, { params }));
    return made;
  });

  route(app, api.listRestrictionNotices, async (request) =>
    notices.listNoticesFor(await access.callerOf(request), request.query),
  );

  route(app, api.getRestrictionNotice, async (request) =>
    notices.getNotice(await access.callerOf(request), request.params.restrictionNoticeId),
  );

  route(app, api.getRestrictionLetter, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { restrictionNoticeId: id } = request.params;
    const letter = await exportLetter(caller, id, now());
    return reply
      .type(PDF)
      .header('content-disposition', `inline; filename="preduprezhdenie-${id}.pdf"`)
      .send(Readable.from(letter, { objectMode: false }));
  });

  route(app, api.addRestrictionNoticeStep, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), now: now(), today: today() };
    const params = { restrictionNoticeId: request.params.restrictionNoticeId };
    const taken = await notices.takeNoticeStep(asker, params.restrictionNoticeId, request.body);
    void reply.code(201).header('location', addressOf(api.getRestrictionNotice, { params }));
    return taken;
  });
}
