// Rooms of a house. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Decimal, DecimalText, Id, IdText, Line } from '../scalars.ts';

const RoomKind = Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]);

/** The body of POST and PUT. */
export const RoomBody = Type.Object(
  {
    number: Line(20),
    area: Decimal({ places: 2, from: '0', isOpen: true, to: '100000' }),
    kind: Type.Optional(RoomKind),
  },
  { additionalProperties: false },
);

export const ListRoomsQuery = Type.Object({ ...PageQuery }, { additionalProperties: false });

export const RoomIdParams = Type.Object({ id: IdText });
/** The house that rooms and accounts are listed of and added to. */
export const OfHouseParams = Type.Object({ houseId: IdText });

export const Room = Type.Object({
  id: Id,
  houseId: Id,
  number: Type.String(),
  area: DecimalText,
  kind: RoomKind,
});
export type Room = Static<typeof Room>;
