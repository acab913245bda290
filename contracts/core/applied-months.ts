// What every answer to a change of the registry says beside the record: which months it comes too late for.
import Type, { type Static } from 'typebox';
import { BooleanText, MonthText, Nullable } from '../scalars.ts';

export const AppliedMonths = Nullable(
  Type.Array(MonthText, {
    description:
      'Months that are in the ledger already and that the changed fact counts in, in their order: they stay as they ' +
      'are until they are corrected. null while the billing-service cannot be asked',
  }),
);
export type AppliedMonths = Static<typeof AppliedMonths>;

/** Of a PUT that may leave charged months without a day: without `true` that is a 409 `months-charged`. */
export const ConfirmedQuery = Type.Object(
  { confirmed: Type.Optional(BooleanText) },
  { additionalProperties: false },
);

/** The record after a POST or PUT. */
export function Written<Fields extends Type.TProperties>({ properties }: Type.TObject<Fields>) {
  return Type.Object({ ...properties, appliedMonths: AppliedMonths });
}
