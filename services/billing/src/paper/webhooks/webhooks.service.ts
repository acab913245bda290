// Webhooks of an organization: added with a checked address and a secret that is shown once, listed, tested, deleted.
import type {
  NewWebhook,
  Webhook,
  WebhookCreated,
  WebhookDelivery,
} from '@kvartplata/contracts/billing/webhooks.ts';
import type { FieldReason } from '@kvartplata/contracts/field-reasons.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import { inTransaction } from '@kvartplata/platform/database/database.ts';
import { newestPage, type PageAsked } from '@kvartplata/platform/http/cursor.ts';
import { invalidField, notFound, Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { KeyRing } from '@kvartplata/platform/identity/keys.ts';
import type { Caller } from '../../access/access.service.ts';
import { requireOrganization } from '../../access/places.ts';
import type { Db } from '../../tables.ts';
import type { Receivers, UrlFault } from './receivers.ts';
import { newSecret, sealSecret, secretText } from './webhook-secret.ts';
import * as repository from './webhooks.repository.ts';
import type { DeliveryRow, WebhookRow } from './webhooks.repository.ts';

export type WebhookMeans = {
  readonly keys: KeyRing;
  readonly receivers: Receivers;
  /** For finding a webhook that the caller may not see, so that they are refused for their role instead of with not-found. */
  readonly everything: Db;
};

const MOST_OF_ORGANIZATION = 20;
/** Enough for a person who is setting up a receiver; a program cannot flood somebody else's server with them. */
const MOST_TESTS_IN_MINUTE = 10;

const FAULTS: Readonly<
  Record<UrlFault, { readonly message: string; readonly reason: FieldReason }>
> = {
  'wrong-form': {
    message: 'must be an address such as https://example.org/hook, without a user and a password',
    reason: { code: 'wrong-form' },
  },
  'not-https': { message: 'must begin with https://', reason: { code: 'not-https' } },
  'no-address': { message: 'has a host that nobody knows', reason: { code: 'unknown-host' } },
  'private-address': {
    message: 'leads to an address that is not of the public internet',
    reason: { code: 'private-address' },
  },
};

/** @throws Refusal not-found, forbidden */
export async function listWebhooksFor(
  caller: Caller,
  { organizationId, ...page }: PageAsked & { readonly organizationId?: number | undefined },
): Promise<PageOf<Webhook>> {
  const organizationIds = await caller.organizationsOf(organizationId);
  return newestPage(
    page,
    async (asked) => repository.listWebhooks(caller.db, organizationIds, asked),
    toWebhook,
  );
}

/** @throws Refusal organization-required, not-found, forbidden, validation-failed, too-many-webhooks */
export async function createWebhook(
  caller: Caller,
  { keys, receivers }: WebhookMeans,
  { organizationId: named, url, events }: NewWebhook,
): Promise<WebhookCreated> {
  const organizationId = await requireOrganization(caller, named);
  const fault = await receivers.judge(url);
  if (fault !== undefined) throw invalidField('/url', FAULTS[fault].message, FAULTS[fault].reason);
  const secret = newSecret();
  return inTransaction(caller.db, async (trx) => {
    if ((await repository.countWebhooks(trx, organizationId)) >= MOST_OF_ORGANIZATION)
      throw new Refusal('too-many-webhooks');
    const id = await repository.takeWebhookId(trx);
    const row = await repository.insertWebhook(
      trx,
      { organizationId, id },
      { url, events, secret: sealSecret(keys, id, secret), createdBy: caller.userId },
    );
    await recordChange(trx, caller.actor, {
      action: 'webhook.created',
      object: { type: 'webhook', id },
      organizationId,
      after: { url, events },
    });
    return { ...toWebhook(row), secret: secretText(secret) };
  });
}

/** @throws Refusal not-found, forbidden */
export async function getWebhook(
  caller: Caller,
  means: WebhookMeans,
  id: number,
): Promise<Webhook> {
  return toWebhook(await getOwnRow(caller, means, id));
}

/** @throws Refusal not-found, forbidden */
export async function deleteWebhook(
  caller: Caller,
  means: WebhookMeans,
  id: number,
): Promise<void> {
  const { organizationId, url, events } = await getOwnRow(caller, means, id);
  await inTransaction(caller.db, async (trx) => {
    if (!(await repository.deleteWebhook(trx, { organizationId, id })))
      throw notFound(`webhook ${id}`);
    await repository.deleteDeliveries(trx, { organizationId, id });
    await recordChange(trx, caller.actor, {
      action: 'webhook.deleted',
      object: { type: 'webhook', id },
      organizationId,
      before: { url, events },
    });
  });
}

/** @throws Refusal not-found, forbidden */
export async function listDeliveriesOf(
  caller: Caller,
  means: WebhookMeans,
  id: number,
  page: PageAsked,
): Promise<PageOf<WebhookDelivery>> {
  const own = await getOwnRow(caller, means, id);
  return newestPage(
    page,
    async (asked) => repository.listDeliveries(caller.db, own, asked),
    toDelivery,
  );
}

/** @throws Refusal not-found, forbidden, too-many-requests */
export async function testWebhook(
  caller: Caller,
  means: WebhookMeans,
  id: number,
): Promise<WebhookDelivery> {
  const { organizationId } = await getOwnRow(caller, means, id);
  return inTransaction(caller.db, async (trx) => {
    if ((await repository.countRecentTests(trx, { organizationId, id })) >= MOST_TESTS_IN_MINUTE)
      throw new Refusal('too-many-requests', 'Too many tests of this webhook in a minute', {
        retryAfterSeconds: 60,
      });
    const row = await repository.insertDelivery(trx, { organizationId, id }, 'webhook.test', {
      organizationId,
      id,
    });
    await recordChange(trx, caller.actor, {
      action: 'webhook.tested',
      object: { type: 'webhook', id },
      organizationId,
    });
    return toDelivery(row);
  });
}

/** The id by which a receiver recognizes a delivery that it has already received. */
export function messageIdOf(deliveryId: number): string {
  return `msg_${deliveryId}`;
}

async function getOwnRow(
  caller: Caller,
  { everything }: WebhookMeans,
  id: number,
): Promise<WebhookRow> {
  const what = `webhook ${id}`;
  const { organizationId } = await caller.getOwn(what, async () =>
    repository.findWebhook(everything, caller.ownOrganizations(), id),
  );
  const own = await repository.findWebhook(caller.db, [organizationId], id);
  if (own === undefined) throw notFound(what);
  return own;
}

function toWebhook({ events, createdBy, createdAt, ...row }: WebhookRow): Webhook {
  return {
    ...row,
    events: [...events],
    userId: createdBy,
    createdAt: createdAt.toISOString(),
  };
}

function toDelivery(row: DeliveryRow): WebhookDelivery {
  const { occurredAt, lastAttemptAt, nextAttemptAt, ...same } = row;
  return {
    ...same,
    messageId: messageIdOf(row.id),
    occurredAt: occurredAt.toISOString(),
    lastAttemptAt: lastAttemptAt?.toISOString() ?? null,
    nextAttemptAt: row.status === 'WAITING' ? nextAttemptAt.toISOString() : null,
  };
}
