// Reversing charges.
import * as api from '@kvartplata/contracts/billing/stornos.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import { reverseCharge } from './stornos.service.ts';

export function stornosRoutes(app: HttpServer, { access, turns }: BookingDeps): void {
  route(app, api.reverseCharge, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const { params, body } = request;
    return turns.runFor(sessionOf(request).userId, async () =>
      reverseCharge(caller, params.chargeId, body.reason, once),
    );
  });
}
