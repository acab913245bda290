// What the state's system (ГИС ЖКХ) answered to a house's payment documents: which it took, and which not and why.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, InstantText, Month, MonthText, Nullable } from '../scalars.ts';

const OfHouse = Type.Object({ houseId: IdText, period: Month }, { additionalProperties: false });

const AnswerForm = Type.Object({
  file: Type.Unsafe<string>({
    type: 'string',
    format: 'binary',
    description:
      'At most 10 MiB: the XML of `getStateResult` or `ImportResult`, also in an envelope',
  }),
});

export const GisAnswers = Type.Object({
  houseId: Id,
  period: MonthText,
  answeredAt: Nullable(InstantText),
  documents: Type.Integer({ description: 'In the last export of the month' }),
  accepted: Type.Integer(),
  refused: Type.Integer({ description: 'The rest has no answer yet' }),
  items: Type.Array(
    Type.Object({
      personalAccountId: Id,
      accountNumber: Type.String(),
      errors: Type.Array(
        Type.Object({
          code: Type.String({ description: 'Of ГИС ЖКХ' }),
          description: Type.String({ description: 'Its words' }),
        }),
      ),
    }),
    { description: 'The refused ones, in the order of their accounts' },
  ),
});
export type GisAnswers = Static<typeof GisAnswers>;

export const readGisAnswer = endpoint({
  id: 'readGisAnswer',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/exports/gis-zhkh/answers',
  tag: 'exports',
  summary: 'Read what ГИС ЖКХ answered to a house’s payment documents',
  description:
    'Documents are known by the GUIDs of their export. Each file of an export has an answer of its own; a later answer to a document stands ' +
    'in place of the earlier one. A file that is no answer, one that is not ready, another house’s or month’s, and one that refuses the ' +
    'request as a whole are refused by name, and change nothing.',
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
  summary: 'List the payment documents of a house that ГИС ЖКХ has refused',
  description: 'With its reasons. Of a month that was not exported there are none.',
  access: 'viewer',
  query: OfHouse,
  answers: { 200: GisAnswers },
  refusals: ['not-found'],
});
