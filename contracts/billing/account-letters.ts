// The letters for an account, and whether its address still receives any.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery, type PageOf } from '../page.ts';
import { Email, Id, InstantText, MonthText, Nullable } from '../scalars.ts';
import { DeliveryLetter } from './deliveries.ts';

const { recipient, outcome, attempts, nextAttemptAt, endedAt, reply } = DeliveryLetter.properties;

export const AccountLetter = Type.Object({
  deliveryId: Id,
  period: MonthText,
  recipient,
  outcome,
  attempts,
  nextAttemptAt,
  createdAt: InstantText,
  endedAt,
  reply,
});
export type AccountLetter = Static<typeof AccountLetter>;

export const ClosedAddress = Type.Object({
  recipient: Type.String(),
  reason: Type.Enum(['bounced', 'unsubscribed'], {
    description:
      '`bounced`: a letter to it did not arrive; `unsubscribed`: the consent to it was taken back',
  }),
  closedAt: InstantText,
  reply: Nullable(Type.String({ description: 'What the mail server answered' })),
});
export type ClosedAddress = Static<typeof ClosedAddress>;

const Closed = Nullable(ClosedAddress);

/** A page of an account's letters, and its closed address. */
export const AccountLetters = Type.Object({
  ...Page(AccountLetter).properties,
  closedAddress: Type.Union(Closed.anyOf, {
    description:
      'The last address of the account to which nothing is sent; another address is unaffected',
  }),
});
export type AccountLetters = PageOf<AccountLetter> & {
  readonly closedAddress: ClosedAddress | null;
};

const path = '/api/billing/account-letters/:personalAccountId';

export const listAccountLetters = endpoint({
  id: 'listAccountLetters',
  service: 'billing',
  method: 'GET',
  path,
  tag: 'deliveries',
  summary: 'List the letters to an account',
  description:
    'Newest first: the outcome of each receipt to be sent in the last 400 days; and the closed address of the account.',
  access: 'viewer',
  query: Type.Object(PageQuery, { additionalProperties: false }),
  answers: { 200: AccountLetters },
  refusals: ['not-found'],
});

export const reopenAddress = endpoint({
  id: 'reopenAddress',
  service: 'billing',
  method: 'POST',
  path: `${path}/reopen`,
  tag: 'deliveries',
  summary: 'Reopen a closed address of an account',
  description:
    'For an address to which a letter did not arrive, once it works again. Any other address changes nothing: neither ' +
    'an open one, nor one whose consent was withdrawn, which only its holder can give again.',
  access: 'accountant',
  body: Type.Object({ recipient: Email }, { additionalProperties: false }),
  answers: { 200: Type.Object({ closedAddress: Closed }) },
  refusals: ['not-found'],
});
