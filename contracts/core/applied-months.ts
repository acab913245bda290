// What every response to a change of the registry contains besides the record: which applied months it affects.
import Type, { type Static } from 'typebox';
import { BooleanText, MonthText, Nullable } from '../scalars.ts';

export const AppliedMonths = Nullable(
  Type.Array(MonthText, {
    description:
      'Months already in the ledger in which the changed fact counts, in their order: their charges stay until they are ' +
      'corrected. null while the billing-service cannot be asked',
  }),
);
export type AppliedMonths = Static<typeof AppliedMonths>;

/** For a PUT that may leave days of charged months uncovered: without `true` it gets 409 `months-charged`. */
export const ConfirmedQuery = Type.Object(
  { confirmed: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

/** The record after a POST or PUT. */
export function Written<Fields extends Type.TProperties>({ properties }: Type.TObject<Fields>) {
  return Type.Object({ ...properties, appliedMonths: AppliedMonths });
}
