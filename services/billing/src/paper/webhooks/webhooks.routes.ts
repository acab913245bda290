// The webhooks of an organization, and their deliveries.
import { addressOf } from '@kvartplata/contracts/address.ts';
import * as api from '@kvartplata/contracts/billing/webhooks.ts';
import { route } from '@kvartplata/platform/http/route.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import type { Deps } from '../../access/deps.ts';
import * as webhooks from './webhooks.service.ts';
import type { WebhookMeans } from './webhooks.service.ts';

export function webhooksRoutes(
  app: HttpServer,
  { access }: Pick<Deps, 'access'>,
  { keys, receivers }: Omit<WebhookMeans, 'everything'>,
): void {
  const means: WebhookMeans = { keys, receivers, everything: access.everything };
  route(app, api.listWebhooks, async (request) =>
    webhooks.listWebhooksFor(await access.callerOf(request), request.query),
  );

  route(app, api.createWebhook, async (request, reply) => {
    const made = await webhooks.createWebhook(await access.callerOf(request), means, request.body);
    const location = addressOf(api.getWebhook, { params: { webhookId: made.id } });
    void reply.code(201).header('location', location);
    return made;
  });

  route(app, api.getWebhook, async (request) =>
    webhooks.getWebhook(await access.callerOf(request), means, request.params.webhookId),
  );

  route(app, api.deleteWebhook, async (request) => {
    await webhooks.deleteWebhook(await access.callerOf(request), means, request.params.webhookId);
    return undefined;
  });

  route(app, api.listWebhookDeliveries, async (request) =>
    webhooks.listDeliveriesOf(
      await access.callerOf(request),
      means,
      request.params.webhookId,
      request.query,
    ),
  );

  route(app, api.testWebhook, async (request) =>
    webhooks.testWebhook(await access.callerOf(request), means, request.params.webhookId),
  );
}
