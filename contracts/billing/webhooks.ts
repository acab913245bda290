// Webhooks: addresses of an organization's programs to which events are sent, following Standard Webhooks.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Id, IdText, InstantText, Nullable } from '../scalars.ts';

export const WEBHOOK_EVENTS = [
  'month.applied',
  'month.closed',
  'payment.booked',
  'payment.reversed',
  'job.finished',
  'dispute.opened',
] as const;
export type WebhookEvent = (typeof WEBHOOK_EVENTS)[number];

const Event = Type.Enum(WEBHOOK_EVENTS);

/** Why a delivery attempt failed. */
export const DELIVERY_FAILURES = [
  'no-address',
  'private-address',
  'no-connection',
  'too-slow',
  'redirected',
  'refused',
  'gone',
  'secret-unreadable',
] as const;
export type DeliveryFailure = (typeof DELIVERY_FAILURES)[number];

export const NewWebhook = Type.Object(
  {
    organizationId: Type.Optional(Id),
    url: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: '`https://…` on a public address, without a user and a password',
    }),
    events: Type.Array(Event, { minItems: 1, maxItems: WEBHOOK_EVENTS.length, uniqueItems: true }),
  },
  { additionalProperties: false },
);
export type NewWebhook = Static<typeof NewWebhook>;

export const Webhook = Type.Object({
  id: Id,
  organizationId: Id,
  url: Type.String(),
  events: Type.Array(Event),
  userId: Type.Integer({ minimum: 1, description: 'Who added it' }),
  createdAt: InstantText,
});
export type Webhook = Static<typeof Webhook>;

export const WebhookCreated = Type.Object({
  ...Webhook.properties,
  secret: Type.String({ description: '`whsec_…`: signs what is sent; shown only this once' }),
});
export type WebhookCreated = Static<typeof WebhookCreated>;

export const DeliveryStatus = Type.Union([
  Type.Literal('WAITING'),
  Type.Literal('DELIVERED'),
  Type.Literal('GIVEN_UP'),
]);
export type DeliveryStatus = Static<typeof DeliveryStatus>;

export const WebhookDelivery = Type.Object({
  id: Id,
  webhookId: Id,
  messageId: Type.String({ description: 'The header `webhook-id`, the same at every attempt' }),
  event: Type.String({ description: 'One of the webhook’s events, or `webhook.test`' }),
  occurredAt: InstantText,
  status: DeliveryStatus,
  attempts: Type.Integer({ minimum: 0 }),
  lastAttemptAt: Nullable(InstantText),
  nextAttemptAt: Nullable(InstantText),
  answered: Nullable(Type.Integer({ description: 'The HTTP status of the last answer' })),
  failure: Nullable(Type.Enum(DELIVERY_FAILURES, { description: 'Why the last attempt failed' })),
});
export type WebhookDelivery = Static<typeof WebhookDelivery>;

const WebhooksQuery = Type.Object(
  { organizationId: Type.Optional(IdText), ...PageQuery },
  { additionalProperties: false },
);

export const listWebhooks = endpoint({
  id: 'listWebhooks',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/webhooks',
  tag: 'webhooks',
  summary: 'List webhooks',
  description: 'Of organizations that the caller owns, newest first; without their secrets.',
  access: 'owner',
  query: WebhooksQuery,
  answers: { 200: Page(Webhook) },
  refusals: ['not-found'],
});

export const createWebhook = endpoint({
  id: 'createWebhook',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/webhooks',
  tag: 'webhooks',
  summary: 'Add a webhook',
  description:
    'Events are sent as POST with the signature of Standard Webhooks. Private, loopback and link-local addresses are ' +
    'refused, here and at every delivery. The answer holds the secret, which is shown only this once.',
  access: 'owner',
  body: NewWebhook,
  answers: { 201: WebhookCreated },
  refusals: ['organization-required', 'not-found', 'too-many-webhooks'],
});

export const getWebhook = endpoint({
  id: 'getWebhook',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/webhooks/:webhookId',
  tag: 'webhooks',
  summary: 'Get a webhook',
  description: 'Without its secret.',
  access: 'owner',
  answers: { 200: Webhook },
  refusals: ['not-found'],
});

export const deleteWebhook = endpoint({
  id: 'deleteWebhook',
  service: 'billing',
  method: 'DELETE',
  path: '/api/billing/webhooks/:webhookId',
  tag: 'webhooks',
  summary: 'Delete a webhook',
  description: 'With its deliveries: what has not been sent is no longer sent.',
  access: 'owner',
  answers: { 204: null },
  refusals: ['not-found'],
});

export const listWebhookDeliveries = endpoint({
  id: 'listWebhookDeliveries',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/webhooks/:webhookId/deliveries',
  tag: 'webhooks',
  summary: 'List the deliveries of a webhook',
  description: 'Newest first, for 30 days: whether it has arrived, and what was answered.',
  access: 'owner',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: Page(WebhookDelivery) },
  refusals: ['not-found'],
});

export const testWebhook = endpoint({
  id: 'testWebhook',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/webhooks/:webhookId/test',
  tag: 'webhooks',
  summary: 'Send a webhook a test event',
  description:
    'An event `webhook.test`, sent like any other: its delivery says what was answered. At most 10 a minute.',
  access: 'owner',
  answers: { 200: WebhookDelivery },
  refusals: ['not-found'],
});
