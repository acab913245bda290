// /api/billing/unidentified-payments
import {
  CloseUnidentified,
  ListUnidentifiedQuery,
  ResolveUnidentified,
  UnidentifiedParams,
  UnidentifiedPayment,
} from '@kvartplata/contracts/billing/unidentified-payments.ts';
import { IdempotencyHeaders } from '@kvartplata/contracts/idempotency.ts';
import { Page } from '@kvartplata/contracts/page.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import { onceOf } from '@kvartplata/platform/idempotency/once.ts';
import type { BookingDeps } from '../booking-turns.ts';
import * as unidentified from './unidentified-payments.service.ts';

const PATH = '/api/billing/unidentified-payments';

export function unidentifiedPaymentsRoutes(app: HttpServer, { access, turns }: BookingDeps): void {
  const tags = ['unidentified-payments'];
  const viewer = { access: 'viewer' } as const;
  const accountant = { access: 'accountant' } as const;

  app.get(
    PATH,
    {
      config: viewer,
      schema: {
        tags,
        summary: 'Payments that wait for a person, or what became of them; the oldest first',
        querystring: ListUnidentifiedQuery,
        response: { 200: Page(UnidentifiedPayment), ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) => unidentified.listUnidentified(await access.callerOf(request), request.query),
  );

  app.get(
    `${PATH}/:id`,
    {
      config: viewer,
      schema: {
        tags,
        summary: 'One unidentified payment',
        params: UnidentifiedParams,
        response: { 200: UnidentifiedPayment, ...refusals(400, 401, 404, 503) },
      },
    },
    async (request) =>
      unidentified.getUnidentified(await access.callerOf(request), request.params.id),
  );

  app.post(
    `${PATH}/:id/resolve`,
    {
      config: accountant,
      schema: {
        tags,
        summary: 'Book it to an account',
        params: UnidentifiedParams,
        headers: IdempotencyHeaders,
        body: ResolveUnidentified,
        response: { 200: UnidentifiedPayment, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) => {
      const caller = await access.callerOf(request);
      const once = onceOf(request, reply);
      return turns.run(async () =>
        unidentified.resolveUnidentified(caller, request.params.id, request.body, once),
      );
    },
  );

  app.post(
    `${PATH}/:id/close`,
    {
      config: accountant,
      schema: {
        tags,
        summary: 'Book it to nobody: it was returned, or is no payment to the organization',
        params: UnidentifiedParams,
        headers: IdempotencyHeaders,
        body: CloseUnidentified,
        response: { 200: UnidentifiedPayment, ...refusals(400, 401, 403, 404, 409, 503) },
      },
    },
    async (request, reply) =>
      unidentified.closeUnidentified(
        await access.callerOf(request),
        request.params.id,
        request.body,
        onceOf(request, reply),
      ),
  );
}
