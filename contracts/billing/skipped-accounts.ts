// Skipped accounts: what a calculation could not charge, or not in full.
import Type, { type Static } from 'typebox';
import { Id } from '../scalars.ts';

export const SkippedAccount = Type.Object({
  houseId: Id,
  personalAccountId: Id,
  reason: Type.String({ description: 'A code, a colon, and words' }),
});
export type SkippedAccount = Static<typeof SkippedAccount>;
