// The receipt facts of a house's accounts.
import { getReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { notFound } from '@kvartplata/platform/http/refusal.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readReceiptFacts } from './receipt-facts.service.ts';

export function receiptFactsRoutes(app: HttpServer, { access: { everything } }: Deps): void {
  route(app, getReceiptFacts, async ({ params, query }) => {
    const facts = await readReceiptFacts(everything, params.houseId, query);
    if (facts === undefined) throw notFound('The house or the account');
    return facts;
  });
}
