// Personal accounts, and how many persons are registered there from which day on. PUT replaces: a field that is left
// out gets its default, but for the registered persons, whose history goes on.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import {
  Day,
  DayText,
  Decimal,
  DecimalText,
  Id,
  IdsText,
  IdText,
  Line,
  LinePart,
  Nullable,
} from '../scalars.ts';

/** The body of POST and PUT. */
export const PersonalAccountBody = Type.Object(
  {
    roomId: Id,
    accountNumber: Type.String({
      pattern: '^[0-9A-Za-zА-Яа-яЁё/_-]{1,30}$',
      description: '1–30 letters, digits, /, _ and -; once in the organization',
    }),
    payer: Line(200),
    registeredPersons: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description:
          'POST: from openedOn on, 0 unless given. PUT: another count than the answers show holds from today on',
      }),
    ),
    owners: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    share: Type.Optional(Decimal({ places: 8, from: '0', isOpen: true, to: '1' })),
    openedOn: Day,
    closedOn: Type.Optional(Nullable(Day)),
  },
  { additionalProperties: false },
);

export const ListAccountsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    ids: Type.Optional(IdsText(200)),
    search: Type.Optional(
      LinePart(
        100,
        'Words of the number, the payer, the room or the address; each has to be found',
      ),
    ),
  },
  { additionalProperties: false },
);

export const ListAccountsOfHouseQuery = Type.Object(
  { ...PageQuery },
  { additionalProperties: false },
);

export const AccountIdParams = Type.Object({ id: IdText });

export const PersonalAccount = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  address: Type.String({ description: 'Of the house' }),
  roomId: Id,
  roomNumber: Type.String(),
  accountNumber: Type.String(),
  payer: Type.String(),
  registeredPersons: Type.Integer({
    description: 'Today; of an account that is not yet or no longer open, on its day next to today',
  }),
  owners: Type.Integer(),
  share: DecimalText,
  openedOn: DayText,
  closedOn: Nullable(DayText),
});
export type PersonalAccount = Static<typeof PersonalAccount>;

/** `count` persons from `validFrom` on, until the next entry. */
export const NewRegisteredPersons = Type.Object(
  { count: Type.Integer({ minimum: 0, maximum: 1000 }), validFrom: Day },
  { additionalProperties: false },
);

export const RegisteredPersonsParams = Type.Object({ id: IdText, validFrom: Day });

export const RegisteredPersons = Type.Object({ count: Type.Integer(), validFrom: DayText });
export type RegisteredPersons = Static<typeof RegisteredPersons>;
