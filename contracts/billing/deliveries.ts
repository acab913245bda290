// Receipts by e-mail: the receipts of a month sent to those who agreed, and the outcome of each letter.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { Id, IdText, InstantText, Month, MonthText, Nullable } from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';

/** The outcome of an account's receipt: that of its letter, or why none was written. */
export const LETTER_OUTCOMES = [
  'waiting',
  'sent',
  'refused',
  'bounced',
  'expired',
  'unconfirmed',
  'cancelled',
  'unsubscribed',
  'no-address',
  'address-bounced',
  'already-sent',
  'tried-before',
  'no-receipt',
] as const;
export const LetterOutcome = Type.Enum(LETTER_OUTCOMES, {
  description:
    '`sent`: the mail server accepted it; `bounced`: later reported as not delivered; `refused`: the mail server ' +
    'refused it permanently; `expired`: no server accepted it in three days; `unconfirmed`: handed over, but no answer ' +
    'came; `unsubscribed`: the consent for the address was withdrawn; `address-bounced`: an earlier letter to the ' +
    'address did not arrive; `already-sent`, `tried-before`: an earlier delivery of the month sent it to the address, ' +
    'or failed to; `no-receipt`: the account no longer has a receipt',
});
export type LetterOutcome = (typeof LETTER_OUTCOMES)[number];

/** One of `houseId`, `houseIds` and `organizationId`; `houseIds` may be combined with their organization. */
export const DeliveryRequest = Type.Object(
  {
    period: Month,
    channel: Type.Literal('email'),
    houseId: Type.Optional(Id),
    houseIds: Type.Optional(Type.Array(Id, { minItems: 1, maxItems: 10_000, uniqueItems: true })),
    organizationId: Type.Optional(Id),
    again: Type.Optional(
      Type.Boolean({
        description:
          'Also to those for whom an earlier attempt failed: `refused`, `expired`, `unconfirmed`',
      }),
    ),
  },
  { additionalProperties: false },
);

export const Delivery = Type.Object({
  id: Id,
  organizationId: Id,
  period: MonthText,
  channel: Type.Literal('email'),
  houseIds: Type.Array(Id, { description: 'By street and number' }),
  again: Type.Boolean(),
  status: Type.Union([...JobStatus.anyOf], {
    description:
      'COMPLETED once every letter is written; `outcomes.waiting` of them are not sent yet',
  }),
  totalAccounts: Type.Integer(),
  processedAccounts: Type.Integer({ description: 'Accounts checked so far' }),
  housesNotApplied: Type.Array(Id, {
    description: 'Those whose month is not in the ledger: no letters go there',
  }),
  outcomes: Type.Object(
    Object.fromEntries(LETTER_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
      LetterOutcome,
      Type.TInteger
    >,
    { description: 'The number of receipts by outcome' },
  ),
  ...JobErrorFields,
  userId: Type.Integer({ minimum: 1, description: 'Who asked for it' }),
  createdAt: InstantText,
  startedAt: Nullable(InstantText),
  finishedAt: Nullable(InstantText),
});
export type Delivery = Static<typeof Delivery>;

export const DeliveryLetter = Type.Object({
  houseId: Id,
  personalAccountId: Id,
  accountNumber: Type.String(),
  recipient: Nullable(Type.String({ description: 'Null where there is no address' })),
  outcome: LetterOutcome,
  attempts: Type.Integer({ minimum: 0 }),
  nextAttemptAt: Nullable(
    Type.String({ format: 'date-time', description: 'Null once it no longer waits' }),
  ),
  endedAt: Nullable(InstantText),
  reply: Nullable(Type.String({ description: 'The last answer of a mail server' })),
});
export type DeliveryLetter = Static<typeof DeliveryLetter>;

/** A delivery with a page of its letters. */
export const DeliveryWithLetters = Type.Object({
  ...Delivery.properties,
  ...Page(DeliveryLetter).properties,
});
export type DeliveryWithLetters = Delivery & PageOf<DeliveryLetter>;

const deliveryPath = '/api/billing/deliveries/:deliveryId';

export const createDelivery = endpoint({
  id: 'createDelivery',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/deliveries',
  tag: 'deliveries',
  summary: 'Send the receipts of a month by e-mail',
  description:
    'To the accounts of the houses that have an e-mail, which they gave as consent. Queues a job and answers it at ' +
    'once; the same request while it waits answers that job. Letters are sent afterwards, each with its receipt as PDF ' +
    'and its link. No address gets the receipt of an account and month twice. Checked in this order: contradictory ' +
    'fields, the house or organization, the role, that the houses are the organization’s, that mail is on, the month, ' +
    'that a house is applied, that the bank details are complete, the idempotency key, the number of waiting jobs.',
  access: 'accountant',
  body: DeliveryRequest,
  idempotent: true,
  answers: { 202: Delivery },
  refusals: [
    'mail-off',
    'not-found',
    'unprocessable-reference',
    'month-archived',
    'months-not-applied',
    'nothing-charged',
    'bank-details-missing',
    'too-many-jobs',
  ],
});

const Readers = Type.Object({
  houseId: Id,
  accounts: Type.Integer({ minimum: 1, description: 'Those that get receipts by e-mail' }),
});

/** A page of deliveries, whether e-mail is on, and how many would receive one. */
export const Deliveries = Type.Object({
  ...Page(Delivery).properties,
  isOn: Type.Boolean({ description: 'False: no mail server is set up' }),
  readers: Type.Array(Readers, {
    description: 'By house, of the organization that is named; houses without any are left out',
  }),
});
export type Deliveries = PageOf<Delivery> & {
  readonly isOn: boolean;
  readonly readers: readonly Static<typeof Readers>[];
};

export const listDeliveries = endpoint({
  id: 'listDeliveries',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/deliveries',
  tag: 'deliveries',
  summary: 'List deliveries of receipts',
  description: 'Newest first. Without `organizationId` those of all the caller’s organizations.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, organizationId: Type.Optional(IdText), period: Type.Optional(Month) },
    { additionalProperties: false },
  ),
  answers: { 200: Deliveries },
  refusals: ['not-found'],
});

export const getDelivery = endpoint({
  id: 'getDelivery',
  service: 'billing',
  method: 'GET',
  path: deliveryPath,
  tag: 'deliveries',
  summary: 'Get a delivery with the outcome of each address',
  description: 'Its letters page by page, in the order of houses and rooms.',
  access: 'viewer',
  query: Type.Object(
    { ...PageQuery, outcome: Type.Optional(Type.Enum(LETTER_OUTCOMES)) },
    { additionalProperties: false },
  ),
  answers: { 200: DeliveryWithLetters },
  refusals: ['not-found'],
});

export const cancelDelivery = endpoint({
  id: 'cancelDelivery',
  service: 'billing',
  method: 'POST',
  path: `${deliveryPath}/cancel`,
  tag: 'deliveries',
  summary: 'Cancel the unsent letters of a delivery',
  description: 'Waiting letters are no longer sent, except one being handed over at that moment.',
  access: 'accountant',
  answers: { 200: Delivery },
  refusals: ['not-found', 'job-finished'],
});
