// Webhooks and their deliveries, as their owners see them, in SQL.
import { sql, type Selectable } from 'kysely';
import type { WebhookEvent } from '@kvartplata/contracts/billing/webhooks.ts';
import type { EncryptedSecret } from '@kvartplata/platform/identity/encryption.ts';
import type { OrganizationIds } from '../../access/access.service.ts';
import { ofOrganizations } from '../../access/scope.ts';
import type { Db, Trx } from '../../tables.ts';
import type { WebhookDeliveriesTable, WebhooksTable } from './webhooks.table.ts';

const COLUMNS = ['organizationId', 'id', 'url', 'events', 'createdBy', 'createdAt'] as const;
const DELIVERY_COLUMNS = [
  'id',
  'webhookId',
  'event',
  'occurredAt',
  'status',
  'attempts',
  'nextAttemptAt',
  'lastAttemptAt',
  'answered',
  'failure',
] as const;

export type WebhookRow = Pick<Selectable<WebhooksTable>, (typeof COLUMNS)[number]>;
export type DeliveryRow = Pick<
  Selectable<WebhookDeliveriesTable>,
  (typeof DELIVERY_COLUMNS)[number]
>;
export type OwnWebhook = Pick<WebhookRow, 'organizationId' | 'id'>;

export type NewestPage = { readonly beforeId: number | undefined; readonly limit: number };

/** Newest first. */
export async function listWebhooks(
  db: Db,
  organizationIds: OrganizationIds,
  { beforeId, limit }: NewestPage,
): Promise<readonly WebhookRow[]> {
  const query = db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('webhooks', organizationIds)}`);
  const page = beforeId === undefined ? query : query.where('id', '<', beforeId);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export async function findWebhook(
  db: Db,
  organizationIds: OrganizationIds,
  id: number,
): Promise<WebhookRow | undefined> {
  return db
    .selectFrom('webhooks')
    .select(COLUMNS)
    .where(sql<boolean>`${ofOrganizations('webhooks', organizationIds)}`)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** The number of webhooks; counting waits for others that add some. */
export async function countWebhooks(trx: Trx, organizationId: number): Promise<number> {
  const key = `webhooks of ${organizationId}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .executeTakeFirstOrThrow();
  return count;
}

/** The test events of the last minute; counting waits for others that send some. */
export async function countRecentTests(
  trx: Trx,
  { organizationId, id }: OwnWebhook,
): Promise<number> {
  const key = `tests of webhook ${organizationId} ${id}`;
  await sql`select pg_advisory_xact_lock(hashtextextended(${key}, 0))`.execute(trx);
  const { count } = await trx
    .selectFrom('webhookDeliveries')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', id)
    .where('event', '=', 'webhook.test')
    .where(sql<boolean>`occurred_at > now() - interval '1 minute'`)
    .executeTakeFirstOrThrow();
  return count;
}

/** The id is allocated first, because the secret is bound to it. */
export async function takeWebhookId(trx: Trx): Promise<number> {
  const { rows } = await sql<{ id: number }>`select nextval('webhook_ids') as id`.execute(trx);
  return rows[0]?.id ?? 0;
}

export async function insertWebhook(
  trx: Trx,
  own: OwnWebhook,
  fields: {
    readonly url: string;
    readonly events: readonly WebhookEvent[];
    readonly secret: EncryptedSecret;
    readonly createdBy: number;
  },
): Promise<WebhookRow> {
  const { secret, ...rest } = fields;
  return trx
    .insertInto('webhooks')
    .values({ ...own, ...rest, secretEncrypted: secret.bytes, secretKid: secret.kid })
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}

/** False when it was already deleted. */
export async function deleteWebhook(
  trx: Trx,
  { organizationId, id }: OwnWebhook,
): Promise<boolean> {
  const gone = await trx
    .deleteFrom('webhooks')
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst();
  return gone !== undefined;
}

export async function deleteDeliveries(
  trx: Trx,
  { organizationId, id }: OwnWebhook,
): Promise<void> {
  await trx
    .deleteFrom('webhookDeliveries')
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', id)
    .execute();
}

/** Newest first. */
export async function listDeliveries(
  db: Db,
  { organizationId, id }: OwnWebhook,
  { beforeId, limit }: NewestPage,
): Promise<readonly DeliveryRow[]> {
  const query = db
    .selectFrom('webhookDeliveries')
    .select(DELIVERY_COLUMNS)
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', id);
  const page = beforeId === undefined ? query : query.where('id', '<', beforeId);
  return page.orderBy('id', 'desc').limit(limit).execute();
}

export async function insertDelivery(
  trx: Trx,
  { organizationId, id }: OwnWebhook,
  event: string,
  data: Readonly<Record<string, unknown>>,
): Promise<DeliveryRow> {
  return trx
    .insertInto('webhookDeliveries')
    .values({
      organizationId,
      webhookId: id,
      event,
      data: JSON.stringify(data),
      lastAttemptAt: null,
      answered: null,
      failure: null,
    })
    .returning(DELIVERY_COLUMNS)
    .executeTakeFirstOrThrow();
}
