// The outbox in SQL: due deliveries, claiming one for a while, and its result.
import { sql } from 'kysely';
import type { DeliveryFailure, DeliveryStatus } from '@kvartplata/contracts/billing/webhooks.ts';
import type { EncryptedSecret } from '@kvartplata/platform/identity/encryption.ts';
import type { Db } from '../../tables.ts';

export type DueWebhook = {
  readonly organizationId: number;
  readonly id: number;
  readonly url: string;
  readonly secretEncrypted: Buffer;
  readonly secretKid: string;
};

/** Webhooks with due deliveries of which none is being sent, longest waiting first. */
export async function listDueWebhooks(db: Db, limit: number): Promise<readonly DueWebhook[]> {
  const { rows } = await sql<DueWebhook>`
    select webhooks.organization_id, webhooks.id, webhooks.url, webhooks.secret_encrypted, webhooks.secret_kid
    from webhooks
    join (
      select webhook_deliveries.organization_id, webhook_deliveries.webhook_id,
        min(webhook_deliveries.next_attempt_at) as due_at
      from webhook_deliveries
      where webhook_deliveries.status = 'WAITING' and webhook_deliveries.next_attempt_at <= now()
      group by webhook_deliveries.organization_id, webhook_deliveries.webhook_id
      having count(*) filter (where webhook_deliveries.taken_until > now()) = 0
    ) as due on due.organization_id = webhooks.organization_id and due.webhook_id = webhooks.id
    order by due.due_at
    limit ${limit}
  `.execute(db);
  return rows;
}

export type TakenDelivery = {
  readonly id: number;
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly occurredAt: Date;
  /** Including this attempt. */
  readonly attempts: number;
};

/**
 * The ids of a webhook's due deliveries, oldest first: in a distributed database the ids of different nodes are not in order of
 * time. None while another process sends one: their order would be lost.
 */
export async function listDueDeliveries(
  db: Db,
  { organizationId, id }: Pick<DueWebhook, 'organizationId' | 'id'>,
  limit: number,
): Promise<readonly number[]> {
  const { rows } = await sql<{ id: number }>`
    select webhook_deliveries.id
    from webhook_deliveries
    where webhook_deliveries.organization_id = ${organizationId} and webhook_deliveries.webhook_id = ${id}
      and webhook_deliveries.status = 'WAITING' and webhook_deliveries.next_attempt_at <= now()
      and not exists (
        select from webhook_deliveries as sent
        where sent.organization_id = ${organizationId} and sent.webhook_id = ${id} and sent.status = 'WAITING'
          and sent.taken_until > now()
      )
    order by webhook_deliveries.occurred_at, webhook_deliveries.id
    limit ${limit}
  `.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Claims the delivery; undefined when another process already has.
 * @param until when other processes may assume that this one is dead
 */
export async function takeDelivery(
  db: Db,
  { organizationId, id: webhookId }: Pick<DueWebhook, 'organizationId' | 'id'>,
  id: number,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<TakenDelivery | undefined> {
  return db
    .updateTable('webhookDeliveries')
    .set((delivery) => ({
      attempts: delivery('attempts', '+', 1),
      lastAttemptAt: now,
      takenUntil: until,
    }))
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .where('nextAttemptAt', '<=', now)
    .where((delivery) =>
      delivery.or([delivery('takenUntil', 'is', null), delivery('takenUntil', '<=', now)]),
    )
    .returning(['id', 'event', 'data', 'occurredAt', 'attempts'])
    .executeTakeFirst();
}

export type AttemptEnd = {
  readonly status: DeliveryStatus;
  readonly nextAttemptAt: Date;
  readonly answered: number | null;
  readonly failure: DeliveryFailure | null;
};

export async function endAttempt(
  db: Db,
  { organizationId, id: webhookId }: Pick<DueWebhook, 'organizationId' | 'id'>,
  id: number,
  end: AttemptEnd,
): Promise<void> {
  await db
    .updateTable('webhookDeliveries')
    .set({ ...end, takenUntil: null })
    .where('organizationId', '=', organizationId)
    .where('webhookId', '=', webhookId)
    .where('id', '=', id)
    .where('status', '=', 'WAITING')
    .execute();
}

export async function deleteDeliveriesBefore(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('webhookDeliveries').where('occurredAt', '<', before).execute();
}

/** Webhooks whose secret is encrypted under another key than this one. */
export async function listWebhooksNotUnder(db: Db, kid: string): Promise<readonly DueWebhook[]> {
  return db
    .selectFrom('webhooks')
    .select(['organizationId', 'id', 'url', 'secretEncrypted', 'secretKid'])
    .where('secretKid', '<>', kid)
    .execute();
}

export async function updateSecret(
  db: Db,
  { organizationId, id, secretKid }: DueWebhook,
  secret: EncryptedSecret,
): Promise<void> {
  await db
    .updateTable('webhooks')
    .set({ secretEncrypted: secret.bytes, secretKid: secret.kid })
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .where('secretKid', '=', secretKid)
    .execute();
}
