// The queue of unidentified payments.
import * as api from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as unidentified from './unidentified-payments.service.ts';

export function unidentifiedPaymentsRoutes(app: HttpServer, { access, turns }: BookingDeps): void {
  route(app, api.listUnidentifiedPayments, async (request) =>
    unidentified.listUnidentified(await access.callerOf(request), request.query),
  );

  route(app, api.getUnidentifiedPayment, async (request) => {
    const { unidentifiedPaymentId } = request.params;
    return unidentified.getUnidentified(await access.callerOf(request), unidentifiedPaymentId);
  });

  route(app, api.resolveUnidentifiedPayment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { params, body } = request;
    const once = onceOf(request, reply);
    return turns.runFor(sessionOf(request).userId, async () =>
      unidentified.resolveUnidentified(caller, params.unidentifiedPaymentId, body, once),
    );
  });

  route(app, api.closeUnidentifiedPayment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const { params, body } = request;
    const once = onceOf(request, reply);
    return unidentified.closeUnidentified(caller, params.unidentifiedPaymentId, body, once);
  });
}
