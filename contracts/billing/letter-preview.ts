// What a delivery of receipts would send to a house, before it is requested.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, Month, MonthText, Nullable } from '../scalars.ts';
import { LETTER_OUTCOMES, type LetterOutcome } from './deliveries.ts';

const Letter = Type.Object({
  recipient: Type.String(),
  subject: Type.String(),
  text: Type.String({ description: 'With `…` in place of the reader’s own links' }),
});

export const LetterPreview = Type.Object({
  houseId: Id,
  period: MonthText,
  letter: Nullable(Letter),
  outcomes: Type.Object(
    Object.fromEntries(LETTER_OUTCOMES.map((outcome) => [outcome, Type.Integer()])) as Record<
      LetterOutcome,
      Type.TInteger
    >,
    { description: 'Of the receipts of the house; `waiting`: would be sent' },
  ),
  withoutAddress: Type.Array(Type.Object({ personalAccountId: Id, accountNumber: Type.String() }), {
    maxItems: 200,
    description: 'The first 200 that have a receipt and no e-mail, in the order of rooms',
  }),
});
export type LetterPreview = Static<typeof LetterPreview>;

export const previewLetters = endpoint({
  id: 'previewLetters',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/letter-preview',
  tag: 'deliveries',
  summary: 'Preview the letters to a house',
  description:
    'The first letter that a delivery of the month would send to the house now, and the outcome of each receipt. ' +
    'Nothing is sent, whether e-mail is on or off. Refused as the delivery is.',
  access: 'viewer',
  query: Type.Object({ houseId: IdText, period: Month }, { additionalProperties: false }),
  answers: { 200: LetterPreview },
  refusals: [
    'not-found',
    'month-archived',
    'months-not-applied',
    'nothing-charged',
    'bank-details-missing',
  ],
});
