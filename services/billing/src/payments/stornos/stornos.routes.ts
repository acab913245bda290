// POST /api/billing/charges/:id/storno
import { ChargeParams } from '@kvartplata/contracts/billing/charges.ts';
import { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { StornoRequest } from '@kvartplata/contracts/billing/payments.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import { reverseCharge } from './stornos.service.ts';

export function stornosRoutes(app: HttpServer, { access, turns }: BookingDeps): void {
  app.post(
    '/api/billing/charges/:id/storno',
    {
      config: { access: 'accountant' },
      schema: {
        tags: ['charges'],
        summary: 'Take a booked charge back',
        params: ChargeParams,
        headers: IdempotencyHeaders,
        body: StornoRequest,
        response: { 200: LedgerEntry, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const once = onceOf(request, reply);
      return turns.run(async () =>
        reverseCharge(caller, request.params.id, request.body.reason, once),
      );
    },
  );
}
