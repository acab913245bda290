// Skipped accounts: what a calculation could not charge, or not in full.
import {
  UNCOMPUTABLE_REASONS,
  type ReasonFacts,
} from '@kvartplata/domain/charging/uncomputable.ts';
import { COMPONENTS } from '@kvartplata/domain/charging/house-facts.ts';
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';

/** Why an account cannot be calculated, or that the house kept changing meanwhile, or that its year is already recalculated. */
export const SKIP_CODES = [...UNCOMPUTABLE_REASONS, 'house-changing', 'year-settled'] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

export const SkipFacts = Type.Object(
  {
    services: Type.Optional(Type.Array(Type.String(), { description: 'By name' })),
    component: Type.Optional(Type.Enum(COMPONENTS)),
    meter: Type.Optional(Type.String({ description: 'Serial number' })),
    account: Type.Optional(
      Type.String({ description: 'Number of the account that has the meter' }),
    ),
    year: Type.Optional(Type.Integer({ description: 'The one whose months are missing' })),
    day: Type.Optional(Type.String({ description: 'The first on which something is missing' })),
    figure: Type.Optional(
      Type.String({ description: 'What is too large, in units of the service or in roubles' }),
    ),
    most: Type.Optional(
      Type.String({ description: 'The highest plausible figure; for areas in m²' }),
    ),
  },
  { description: 'Details of the reason, if any' },
);

export const SkippedAccount = Type.Object({
  houseId: Id,
  personalAccountId: Id,
  reason: Type.Unsafe<SkipCode>({ type: 'string', enum: SKIP_CODES }),
  facts: Type.Unsafe<ReasonFacts>(SkipFacts),
});
export type SkippedAccount = Static<typeof SkippedAccount>;
