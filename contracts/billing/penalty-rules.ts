// The rules for penalties: the law's, and those that houses and organizations have agreed for themselves.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Day, DayText, Id, IdText, Line, Nullable } from '../scalars.ts';

export const PenaltyRuleKind = Type.Union([
  Type.Literal('rate-cap'),
  Type.Literal('scale'),
  Type.Literal('method'),
  Type.Literal('due-day'),
  Type.Literal('working-day'),
  Type.Literal('limitation'),
]);
export type PenaltyRuleKind = Static<typeof PenaltyRuleKind>;

const MAX_STEPS = 10;

export const PenaltyRuleStep = Type.Object(
  {
    fromDay: Type.Integer({ minimum: 1, maximum: 36_525, description: 'An overdue day' }),
    fraction: Type.String({
      pattern: '^(0|1/[1-9][0-9]{0,3})$',
      description: 'Of the rate per day, from that day on: "0" or "1/300"',
    }),
  },
  { additionalProperties: false },
);

const PenaltyRuleValue = Type.Union(
  [
    Type.String({ maxLength: 20 }),
    Type.Number(),
    Type.Boolean(),
    Type.Array(PenaltyRuleStep, { minItems: 1, maxItems: MAX_STEPS }),
  ],
  {
    description:
      'For a rate-cap per cent, for a scale its steps, for a method "daily" or "payment-day", for a due-day 1–31, for a ' +
      'working-day or a limitation true or false',
  },
);
export type PenaltyRuleValue = Static<typeof PenaltyRuleValue>;

const Settled = {
  value: PenaltyRuleValue,
  validFrom: Day,
  validTo: Type.Optional(Nullable(Day)),
  dueFrom: Type.Optional(Nullable(Day)),
  dueTo: Type.Optional(Nullable(Day)),
  basis: Line(500),
};

export const PenaltyRuleBody = Type.Object(
  {
    organizationId: Type.Optional(Id),
    houseId: Type.Optional(Id),
    kind: PenaltyRuleKind,
    ...Settled,
  },
  { additionalProperties: false },
);

export const PenaltyRuleChange = Type.Object(Settled, { additionalProperties: false });

export const PenaltyRule = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Nullable(Id),
  kind: PenaltyRuleKind,
  value: PenaltyRuleValue,
  validFrom: DayText,
  validTo: Nullable(DayText),
  dueFrom: Type.Union([DayText, Type.Null()], {
    description: 'Of debts that were due on this day or later; null: of all',
  }),
  dueTo: Type.Union([DayText, Type.Null()], {
    description: 'Of debts that were due on this day or earlier; null: of all',
  }),
  basis: Type.String(),
});
export type PenaltyRule = Static<typeof PenaltyRule>;

const LawRule = Type.Object({
  validFrom: DayText,
  validTo: Nullable(DayText),
  dueTo: Type.Union([DayText, Type.Null()], {
    description: 'Of debts that were due on this day or earlier; null: of all',
  }),
  description: Type.String({ description: 'The rule in words, with its act' }),
  descriptionRu: Type.String({ description: 'The same in Russian' }),
});

export const PenaltyRules = Type.Object({
  items: Type.Array(PenaltyRule, { description: 'What is settled, whole' }),
  law: Type.Array(LawRule),
  endingSoon: Type.Array(
    Type.Object({
      ruleId: Nullable(Id),
      description: Type.String(),
      lastDay: DayText,
      daysLeft: Type.Integer(),
    }),
    { description: 'Rules whose last day is at most 60 days away, earliest first' },
  ),
});
export type PenaltyRules = Static<typeof PenaltyRules>;

const RulesQuery = Type.Object(
  { organizationId: Type.Optional(IdText), houseId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const listPenaltyRules = endpoint({
  id: 'listPenaltyRules',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalty-rules',
  tag: 'penalty-rules',
  summary: 'List penalty rules',
  description:
    'The law’s, those that the caller’s organizations and houses have settled, and which of them end within 60 days. ' +
    'For a house also those of its organization.',
  access: 'viewer',
  query: RulesQuery,
  answers: { 200: PenaltyRules },
  refusals: ['not-found'],
});

export const getPenaltyRule = endpoint({
  id: 'getPenaltyRule',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/penalty-rules/:penaltyRuleId',
  tag: 'penalty-rules',
  summary: 'Get a penalty rule',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: PenaltyRule },
  refusals: ['not-found'],
});

export const createPenaltyRule = endpoint({
  id: 'createPenaltyRule',
  service: 'billing',
  method: 'POST',
  path: '/api/billing/penalty-rules',
  tag: 'penalty-rules',
  summary: 'Add a penalty rule',
  description:
    'For `houseId`, or for all houses of `organizationId`. Days are inclusive, from 2000-01-01. A rate-cap, a scale and ' +
    'a method may be limited to debts due from `dueFrom` to `dueTo`. A limitation says whether money paid on its days ' +
    'without a named month passes over months whose last day to pay was more than three years ago: true by default. No ' +
    'rule makes a penalty higher than by law. The next accrual applies it, also to penalties already booked.',
  access: 'owner',
  body: PenaltyRuleBody,
  answers: { 201: PenaltyRule },
  refusals: ['not-found', 'period-overlap'],
});

export const replacePenaltyRule = endpoint({
  id: 'replacePenaltyRule',
  service: 'billing',
  method: 'PUT',
  path: '/api/billing/penalty-rules/:penaltyRuleId',
  tag: 'penalty-rules',
  summary: 'Replace a penalty rule',
  description: 'Its content and days; its house or organization and its kind stay.',
  access: 'owner',
  body: PenaltyRuleChange,
  ifMatch: true,
  answers: { 200: PenaltyRule },
  refusals: ['not-found', 'period-overlap'],
});

export const deletePenaltyRule = endpoint({
  id: 'deletePenaltyRule',
  service: 'billing',
  method: 'DELETE',
  path: '/api/billing/penalty-rules/:penaltyRuleId',
  tag: 'penalty-rules',
  summary: 'Delete a penalty rule',
  description: 'The law applies instead: the next accrual books the difference.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
