// GET /api/internal/houses/:id/receipt-facts
import { ReceiptFacts, ReceiptFactsQuery } from '@kvartplata/contracts/core/receipt-facts.ts';
import { refusals } from '@kvartplata/contracts/problem.ts';
import { IdText } from '@kvartplata/contracts/scalars.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import Type from 'typebox';
import type { Deps } from '../../access/deps.ts';
import { readReceiptFacts } from './receipt-facts.service.ts';

export function receiptFactsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  app.get(
    '/api/internal/houses/:id/receipt-facts',
    {
      config: { access: 'service' },
      schema: {
        tags: ['internal'],
        summary: 'What the receipts of a house tell of its accounts, in the order of rooms',
        params: Type.Object({ id: IdText }),
        querystring: ReceiptFactsQuery,
        response: { 200: ReceiptFacts, ...refusals(400, 401, 404) },
      },
    },
    async ({ params, query }) => {
      const facts = await readReceiptFacts(everything, params.id, query);
      if (facts === undefined) throw notFound('The house or the account');
      return facts;
    },
  );
}
