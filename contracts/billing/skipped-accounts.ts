// Skipped accounts: what a calculation could not charge, or not in full.
import { UNCOMPUTABLE_REASONS } from '@kvartplata/domain/charging/uncomputable.ts';
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';

/** What a reason begins with: why the calculation cannot, or that the house would not stand still for it. */
export const SKIP_CODES = [...UNCOMPUTABLE_REASONS, 'house-changing'] as const;
export type SkipCode = (typeof SKIP_CODES)[number];

export const SkippedAccount = Type.Object({
  houseId: Id,
  personalAccountId: Id,
  reason: Type.String({
    description: `A code, a colon, and words. The codes: ${SKIP_CODES.join(', ')}`,
  }),
});
export type SkippedAccount = Static<typeof SkippedAccount>;
