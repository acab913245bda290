// /api/billing/payments: booking, listing and taking back.
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import {
  CreatePayment,
  ListPaymentsQuery,
  Payment,
  PaymentParams,
  PaymentWithHistory,
  ReversedPayment,
  StornoRequest,
} from '@kvartplata/contracts/billing/payments.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import { bookPayment, getPayment, listPaymentsFor, reversePayment } from './payments.service.ts';

export function paymentsRoutes(app: HttpServer, { access, turns, today }: BookingDeps): void {
  const tags = ['payments'];
  const changing = { access: 'accountant' } as const;
  const reading = { access: 'viewer' } as const;

  app.post(
    '/api/billing/payments',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Book a payment',
        headers: IdempotencyHeaders,
        body: CreatePayment,
        response: { 201: Payment, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const once = onceOf(request, reply);
      const payment = await turns.run(async () => bookPayment(caller, request.body, once, today()));
      return reply
        .code(201)
        .header('location', `/api/billing/payments/${payment.id}`)
        .send(payment);
    },
  );

  app.get(
    '/api/billing/payments',
    {
      config: reading,
      schema: {
        tags,
        summary: 'List payments, newest first',
        querystring: ListPaymentsQuery,
        response: { 200: Page(Payment), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => listPaymentsFor(await access.callerOf(request), request.query),
  );

  app.get(
    '/api/billing/payments/:id',
    {
      config: reading,
      schema: {
        tags,
        summary: 'One payment, and which debts it has paid',
        params: PaymentParams,
        response: { 200: PaymentWithHistory, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => getPayment(await access.callerOf(request), request.params.id),
  );

  app.post(
    '/api/billing/payments/:id/storno',
    {
      config: changing,
      schema: {
        tags,
        summary: 'Take a payment back',
        params: PaymentParams,
        headers: IdempotencyHeaders,
        body: StornoRequest,
        response: { 200: ReversedPayment, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const once = onceOf(request, reply);
      return turns.run(async () =>
        reversePayment(caller, request.params.id, request.body.reason, once),
      );
    },
  );
}
