// Receipts by e-mail: the receipts of a month sent to those who agreed, and what became of each letter.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { JobErrorFields } from '../job-errors.ts';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { Id, IdText, InstantText, Month, MonthText, Nullable } from '../scalars.ts';
import { JobStatus } from './calculation-jobs.ts';

/** What became of an account's receipt: of a letter, or of one that was not written. */
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
    '`sent`: the mail server has taken it; `bounced`: it was reported afterwards that it did not arrive; `refused`: the mail server never will take it; ' +
    '`expired`: none took it in three days; `unconfirmed`: handed over, and no answer came; `unsubscribed`: the consent to the ' +
    'address was taken back; `address-bounced`: an earlier letter to the address did not arrive; `already-sent`, `tried-before`: ' +
    'an earlier delivery of the month has sent it to the address, or failed to; `no-receipt`: there is nothing to tell any more',
});
export type LetterOutcome = (typeof LETTER_OUTCOMES)[number];

/** One of `houseId`, `houseIds` and `organizationId`; `houseIds` may stand with their organization. */
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
          'Also to those to whom it was tried and failed: `refused`, `expired`, `unconfirmed`',
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
    description: 'COMPLETED once every letter is written; `outcomes.waiting` of them wait still',
  }),
  totalAccounts: Type.Integer(),
  processedAccounts: Type.Integer({ description: 'Accounts that were looked at' }),
  housesNotApplied: Type.Array(Id, {
    description: 'Those whose month is not in the ledger: nobody there is written to',
  }),
  outcomes: Type.Object(
    Object.fromEntries(LETTER_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
      LetterOutcome,
      Type.TInteger
    >,
    { description: 'How many receipts each became of' },
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
    Type.String({ format: 'date-time', description: 'Null once it does not wait any more' }),
  ),
  endedAt: Nullable(InstantText),
  reply: Nullable(Type.String({ description: 'What a mail server said last' })),
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
    'To the accounts of the houses that have an e-mail: with the field they agreed. Queues a job, and answers with it at once; ' +
    'the same asked for again while it waits is that job. Letters are sent afterwards, each with its receipt as PDF and its link. ' +
    'Nobody gets the receipt of a month twice at the same address. Refused in this order: the fields against each other, the ' +
    'house or organization, the role, houses that are not the organization’s, mail that is off, the month, none of the houses ' +
    'applied, incomplete bank details, the idempotency key, too many waiting jobs.',
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

/** A page of deliveries, whether any is sent, and who would get one. */
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
  summary: 'Cancel what a delivery has not sent yet',
  description:
    'Letters that wait are not sent any more; one that is being handed over at that moment still is.',
  access: 'accountant',
  answers: { 200: Delivery },
  refusals: ['not-found', 'job-finished'],
});
