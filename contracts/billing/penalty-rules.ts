// The rules that penalties rest on: the law's, and what houses and organizations have settled for themselves.
import Type, { type Static } from 'typebox';
import { Day, DayText, Id, IdText, Line, Nullable } from '../scalars.ts';

export const PenaltyRuleKind = Type.Union([
  Type.Literal('rate-cap'),
  Type.Literal('scale'),
  Type.Literal('method'),
  Type.Literal('due-day'),
  Type.Literal('working-day'),
]);
export type PenaltyRuleKind = Static<typeof PenaltyRuleKind>;

const MAX_STEPS = 10;

export const PenaltyRuleStep = Type.Object(
  {
    fromDay: Type.Integer({ minimum: 1, maximum: 36_525, description: 'An overdue day' }),
    fraction: Type.String({
      pattern: '^(0|1/[1-9][0-9]{0,3})$',
      description: 'Of the rate a day, from that day on: "0" or "1/300"',
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
      'Of a rate-cap per cent, of a scale its steps, of a method "daily" or "payment-day", of a due-day 1–31, of a working-day true or false',
  },
);
export type PenaltyRuleValue = Static<typeof PenaltyRuleValue>;

const Settled = {
  value: PenaltyRuleValue,
  validFrom: Day,
  validTo: Type.Optional(Nullable(Day)),
  basis: Line(500),
};

export const CreatePenaltyRule = Type.Object(
  {
    organizationId: Type.Optional(Id),
    houseId: Type.Optional(Id),
    kind: PenaltyRuleKind,
    ...Settled,
  },
  { additionalProperties: false },
);

export const ReplacePenaltyRule = Type.Object(Settled, { additionalProperties: false });

export const PenaltyRule = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Nullable(Id),
  kind: PenaltyRuleKind,
  value: PenaltyRuleValue,
  validFrom: DayText,
  validTo: Nullable(DayText),
  basis: Type.String(),
});
export type PenaltyRule = Static<typeof PenaltyRule>;

const LawRule = Type.Object({
  validFrom: DayText,
  validTo: Nullable(DayText),
  description: Type.String({ description: 'What holds, and by which act' }),
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
    { description: 'Rules whose last day is at most 60 days away, that day first' },
  ),
});
export type PenaltyRules = Static<typeof PenaltyRules>;

export const ListPenaltyRulesQuery = Type.Object(
  { organizationId: Type.Optional(IdText), houseId: Type.Optional(IdText) },
  { additionalProperties: false },
);

export const PenaltyRuleParams = Type.Object({ id: IdText });
