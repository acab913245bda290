// Webhooks, and the outbox of their deliveries.
import type {
  DeliveryFailure,
  DeliveryStatus,
  WebhookEvent,
} from '@kvartplata/contracts/billing/webhooks.ts';
import type { Generated, JSONColumnType } from 'kysely';

export type WebhooksTable = {
  readonly organizationId: number;
  readonly id: Generated<number>;
  readonly url: string;
  readonly events: readonly WebhookEvent[];
  readonly secretEncrypted: Buffer;
  readonly secretKid: string;
  readonly createdBy: number;
  readonly createdAt: Generated<Date>;
};

export type WebhookDeliveriesTable = {
  readonly organizationId: number;
  readonly webhookId: number;
  readonly id: Generated<number>;
  readonly event: string;
  readonly data: JSONColumnType<Readonly<Record<string, unknown>>>;
  readonly occurredAt: Generated<Date>;
  readonly status: Generated<DeliveryStatus>;
  readonly attempts: Generated<number>;
  readonly nextAttemptAt: Generated<Date>;
  readonly takenUntil: Date | null;
  readonly lastAttemptAt: Date | null;
  readonly answered: number | null;
  readonly failure: DeliveryFailure | null;
};
