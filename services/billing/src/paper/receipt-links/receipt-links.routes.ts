// The links of an account's receipts: whether they were withdrawn, and withdrawing them.
import * as api from '@kvartplata/contracts/billing/receipt-links.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import { readLinks, withdrawLinks } from './receipt-links.service.ts';

export function receiptLinksRoutes(app: HttpServer, { access }: Deps): void {
  route(app, api.getReceiptLinks, async (request) =>
    readLinks(await access.callerOf(request), request.params.personalAccountId),
  );

  route(app, api.withdrawReceiptLinks, async (request) => {
    const { params, body } = request;
    return withdrawLinks(await access.callerOf(request), params.personalAccountId, body.reason);
  });
}
