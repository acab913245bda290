// Addresses of the organization's programs to which events are sent.
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  testWebhook,
  type NewWebhook,
  type Webhook,
  type WebhookCreated,
} from '@kvartplata/contracts/billing/webhooks.ts';
import { call } from '../../lib/api.ts';
import { readPages } from '../../lib/reads.ts';

export function webhooksOf(organizationId: number) {
  return readPages(listWebhooks, { query: { organizationId } });
}

export function deliveriesOf({ id }: Webhook) {
  return readPages(listWebhookDeliveries, { params: { webhookId: id } });
}

export async function addWebhook(body: NewWebhook): Promise<WebhookCreated> {
  return call(createWebhook, { body });
}

export async function tryWebhook({ id }: Webhook): Promise<void> {
  await call(testWebhook, { params: { webhookId: id } });
}

export async function removeWebhook({ id }: Webhook): Promise<void> {
  await call(deleteWebhook, { params: { webhookId: id } });
}
