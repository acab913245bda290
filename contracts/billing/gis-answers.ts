// The answers of the state's system (ГИС ЖКХ) to a house's payment documents, payments and readings: what it accepted, and what
// not and why.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  DayText,
  DecimalText,
  Id,
  IdText,
  InstantText,
  Month,
  MonthText,
  Nullable,
} from '../scalars.ts';

const OfHouse = Type.Object({ houseId: IdText, period: Month }, { additionalProperties: false });

const AnswerForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description:
      'At most 10 MiB: the XML of `getStateResult` or `ImportResult`, also in an envelope',
  }),
});

const Errors = Type.Array(
  Type.Object({
    code: Type.String({ description: 'Of ГИС ЖКХ' }),
    description: Type.String({ description: 'Its words' }),
  }),
);

const PaymentAnswers = Type.Object(
  {
    accepted: Type.Integer(),
    refused: Type.Array(
      Type.Object({
        paymentId: Id,
        personalAccountId: Id,
        accountNumber: Type.String(),
        paidOn: DayText,
        amount: DecimalText,
        errors: Errors,
      }),
      { description: 'In the order of their days' },
    ),
  },
  { description: 'Of the payments booked in the month' },
);

const ReadingAnswers = Type.Object(
  {
    accepted: Type.Integer(),
    refused: Type.Array(Type.Object({ meterId: Id, serialNumber: Type.String(), errors: Errors }), {
      description: 'In the order of meters',
    }),
  },
  { description: 'Of the readings of the month' },
);

export const GisAnswers = Type.Object({
  houseId: Id,
  period: MonthText,
  answeredAt: Nullable(InstantText),
  documents: Type.Integer({ description: 'In the last export of the month' }),
  accepted: Type.Integer(),
  refused: Type.Integer({ description: 'The others have no answer yet' }),
  items: Type.Array(
    Type.Object({
      personalAccountId: Id,
      accountNumber: Type.String(),
      errors: Errors,
    }),
    { description: 'The refused ones, in the order of their accounts' },
  ),
  payments: PaymentAnswers,
  readings: ReadingAnswers,
});
export type GisAnswers = Static<typeof GisAnswers>;

export const readGisAnswer = endpoint({
  id: 'readGisAnswer',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/exports/gis-zhkh/answers',
  tag: 'exports',
  summary: 'Read what ГИС ЖКХ answered to a house’s documents, payments or readings',
  description:
    'Documents, payments and readings are identified by the GUIDs of their export. Each file of an export has its own ' +
    'answer; a later answer replaces the earlier one. A file is refused, and changes nothing, if it is not an answer, ' +
    'not ready, of another house or month, or if ГИС ЖКХ refused the request as a whole.',
  access: 'accountant',
  query: OfHouse,
  form: AnswerForm,
  answers: { 200: GisAnswers },
  refusals: [
    'not-found',
    'gis-answer-unreadable',
    'gis-answer-not-ready',
    'gis-request-refused',
    'gis-answer-of-others',
  ],
});

export const listGisAnswers = endpoint({
  id: 'listGisAnswers',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/exports/gis-zhkh/answers',
  tag: 'exports',
  summary: 'List the documents, payments and readings of a house that ГИС ЖКХ has refused',
  description: 'With its reasons. Of a month that was not exported there are none.',
  access: 'viewer',
  query: OfHouse,
  answers: { 200: GisAnswers },
  refusals: ['not-found'],
});
