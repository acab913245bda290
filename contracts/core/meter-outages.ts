// The outages of a meter: the days on which it is broken or lost. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, Line, Nullable } from '../scalars.ts';

/** The body of POST and PUT. */
export const MeterOutageBody = Type.Object(
  {
    from: Day,
    /** The last day, inclusive; null while it lasts. */
    to: Type.Optional(Nullable(Day)),
    /** The report. */
    basis: Type.Optional(Nullable(Line(500))),
  },
  { additionalProperties: false },
);

export const ListMeterOutagesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const MeterOutageIdParams = Type.Object({ id: IdText });

export const MeterOutage = Type.Object({
  id: Id,
  houseId: Id,
  meterId: Id,
  from: DayText,
  to: Nullable(DayText),
  basis: Nullable(Type.String()),
});
export type MeterOutage = Static<typeof MeterOutage>;
