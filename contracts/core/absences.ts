// Temporary absences: persons of an account who are away for some days. PUT replaces.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, Line } from '../scalars.ts';

/** The body of POST and PUT. */
export const AbsenceBody = Type.Object(
  {
    /** The first full day away: the one after leaving. */
    from: Day,
    /** The last one, inclusive: the day before coming back. */
    to: Day,
    persons: Type.Integer({ minimum: 1, maximum: 1000 }),
    /** The document that proves it. */
    basis: Line(500),
  },
  { additionalProperties: false },
);

export const ListAbsencesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const AbsenceIdParams = Type.Object({ id: IdText });

export const Absence = Type.Object({
  id: Id,
  houseId: Id,
  personalAccountId: Id,
  from: DayText,
  to: DayText,
  persons: Type.Integer(),
  basis: Type.String(),
  fullDays: Type.Integer({ description: 'From `from` to `to`, both counted' }),
  isRecalculated: Type.Boolean({
    description: 'Whether it changes charges: only more than five full days in a row do',
  }),
});
export type Absence = Static<typeof Absence>;
