// The verifications of a meter: until which day each proved that it counts right.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, Line, Nullable } from '../scalars.ts';

export const NewMeterVerification = Type.Object(
  {
    verifiedOn: Day,
    verifiedUntil: Day,
    /** The certificate. */
    basis: Type.Optional(Nullable(Line(500))),
  },
  { additionalProperties: false },
);

export const ListMeterVerificationsQuery = Type.Object(PageQuery, { additionalProperties: false });

export const MeterVerificationIdParams = Type.Object({ id: IdText });

export const MeterVerification = Type.Object({
  id: Id,
  houseId: Id,
  meterId: Id,
  verifiedOn: DayText,
  verifiedUntil: DayText,
  basis: Nullable(Type.String()),
});
export type MeterVerification = Static<typeof MeterVerification>;
