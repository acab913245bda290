// Adjustments: booked or kept waiting, confirmed, rejected, reversed.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/adjustments.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as adjustments from './adjustments.service.ts';
import { confirmAdjustment, rejectAdjustment } from './second-person.service.ts';

export function adjustmentsRoutes(app: HttpServer, { access, turns, today }: BookingDeps): void {
  route(app, api.createAdjustment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), today: today() };
    const made = await turns.runFor(sessionOf(request).userId, async () =>
      adjustments.createAdjustment(asker, request.body),
    );
    const location = addressOf(api.getAdjustment, { params: { adjustmentId: made.id } });
    void reply.code(made.status === 'WAITING' ? 202 : 201).header('location', location);
    return made;
  });

  route(app, api.listAdjustments, async (request) =>
    adjustments.listAdjustmentsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getAdjustment, async (request) =>
    adjustments.getAdjustment(await access.callerOf(request), request.params.adjustmentId),
  );

  route(app, api.confirmAdjustment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const asker = { caller, once: onceOf(request, reply), today: today() };
    const { adjustmentId } = request.params;
    return turns.runFor(sessionOf(request).userId, async () =>
      confirmAdjustment(asker, adjustmentId),
    );
  });

  route(app, api.rejectAdjustment, async (request) => {
    const { params, body } = request;
    return rejectAdjustment(await access.callerOf(request), params.adjustmentId, body.reason);
  });

  route(app, api.reverseAdjustment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const { params, body } = request;
    return turns.runFor(sessionOf(request).userId, async () =>
      adjustments.reverseAdjustment(caller, params.adjustmentId, body.reason, once),
    );
  });
}
