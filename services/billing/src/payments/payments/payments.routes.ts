// Payments: booking, listing and reversing.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/payments.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { sessionOf } from '@kvartplata/platform/identity/authentication.ts';
import { markReplayed, onceOf, requestKeyOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import { createPaymentLine } from './payment-line.service.ts';
import { bookPayment, getPayment, listPaymentsFor, reversePayment } from './payments.service.ts';

export function paymentsRoutes(app: HttpServer, { access, turns, today }: BookingDeps): void {
  const line = createPaymentLine(turns);

  route(app, api.createPayment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const key = requestKeyOf(request);
    const payer = { caller, line, key, today: today() };
    const { payment, isReplay } = await bookPayment(payer, request.body);
    if (isReplay) markReplayed(reply);
    void reply.header('location', addressOf(api.getPayment, { params: { paymentId: payment.id } }));
    return payment;
  });

  route(app, api.listPayments, async (request) =>
    listPaymentsFor(await access.callerOf(request), request.query),
  );

  route(app, api.getPayment, async (request) =>
    getPayment(await access.callerOf(request), request.params.paymentId),
  );

  route(app, api.reversePayment, async (request, reply) => {
    const caller = await access.callerOf(request);
    const once = onceOf(request, reply);
    const { params, body } = request;
    return turns.runFor(sessionOf(request).userId, async () =>
      reversePayment(caller, params.paymentId, body.reason, once),
    );
  });
}
