// Personal accounts. PUT replaces: a field that is left out gets its default, except for the registered persons, whose history is
// kept.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import {
  AccountWords,
  Day,
  DayText,
  Decimal,
  DecimalIn,
  Id,
  IdsText,
  IdText,
  Email,
  Inn,
  Line,
  Nullable,
} from '../scalars.ts';
import { ConfirmedQuery, Written } from './applied-months.ts';

const SHARE = 'parts of the room';
const GUID = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$';

function optional<T extends Type.TSchema>(schema: T) {
  return Type.Optional(Nullable(schema));
}

export const AccountNumber = Type.String({
  pattern: '^[0-9A-Za-zА-Яа-яЁё/_-]{1,30}$',
  description: '1–30 letters, digits, /, _ and -; unique in the organization',
});

/** The body of POST and PUT. */
export const PersonalAccountBody = Type.Object(
  {
    roomId: Id,
    accountNumber: AccountNumber,
    payer: Line(200),
    registeredPersons: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: 1000,
        description:
          'POST: from openedOn on, 0 unless given. PUT: a count other than the one in the answers holds from today on',
      }),
    ),
    owners: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    share: Type.Optional(Decimal({ places: 8, from: '0', isOpen: true, to: '1', unit: SHARE })),
    openedOn: Day,
    closedOn: optional(Day),
    gisAccountNumber: optional(
      Type.String({
        pattern: '^[0-9A-ZА-Я]{10}$',
        description: 'Единый лицевой счёт of ГИС ЖКХ: 10 digits and capital letters',
      }),
    ),
    gisServiceId: optional(
      Type.String({
        pattern: '^[0-9A-ZА-Я]{10}-[0-9]{2}$',
        description: 'Идентификатор ЖКУ of ГИС ЖКХ: 10 digits and capital letters, -, 2 digits',
      }),
    ),
    gisAccountGuid: optional(
      Type.String({
        pattern: GUID,
        description: 'The GUID of the account in messages of ГИС ЖКХ',
      }),
    ),
    payerInn: optional(Inn),
    payerAddress: optional(Line(300)),
    email: optional(Email),
    wantsPaper: Type.Optional(
      Type.Boolean({ description: 'Whether the payer gets receipts on paper; true unless given' }),
    ),
  },
  { additionalProperties: false },
);

const AccountsQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    ids: Type.Optional(IdsText(200)),
    search: Type.Optional(AccountWords),
  },
  { additionalProperties: false },
);

const AccountsOfHouseQuery = Type.Object(PageQuery, { additionalProperties: false });

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
    description: 'Today; for an account not yet open or already closed, on its first or last day',
  }),
  owners: Type.Integer(),
  share: DecimalIn(SHARE),
  openedOn: DayText,
  closedOn: Nullable(DayText),
  gisAccountNumber: Nullable(Type.String({ description: 'Единый лицевой счёт' })),
  gisServiceId: Nullable(Type.String({ description: 'Идентификатор ЖКУ' })),
  gisAccountGuid: Nullable(Type.String({ description: 'The GUID of ГИС ЖКХ, in small letters' })),
  payerInn: Nullable(Type.String()),
  payerAddress: Nullable(Type.String({ description: 'Where the payer lives, if not in the room' })),
  email: Nullable(Type.String()),
  wantsPaper: Type.Boolean(),
});
export type PersonalAccount = Static<typeof PersonalAccount>;

export const WrittenPersonalAccount = Written(PersonalAccount);
export type WrittenPersonalAccount = Static<typeof WrittenPersonalAccount>;

export const listPersonalAccounts = endpoint({
  id: 'listPersonalAccounts',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts',
  tag: 'personal-accounts',
  summary: 'List personal accounts',
  description:
    'In the order of houses, then of ids. Narrowed to an organization, a house, or some ids; accounts of other ' +
    'organizations are left out. `search` finds those with every word in the number, the payer, the room or the ' +
    'address: at most eight words, and not together with `ids`.',
  access: 'viewer',
  query: AccountsQuery,
  answers: { 200: Page(PersonalAccount) },
  refusals: ['not-found'],
});

export const listAccountsOfHouse = endpoint({
  id: 'listAccountsOfHouse',
  service: 'core',
  method: 'GET',
  path: '/api/houses/:houseId/personal-accounts',
  tag: 'personal-accounts',
  summary: 'List the personal accounts of a house',
  description: 'In the order of ids, closed ones too.',
  access: 'viewer',
  query: AccountsOfHouseQuery,
  answers: { 200: Page(PersonalAccount) },
  refusals: ['not-found'],
});

export const createPersonalAccount = endpoint({
  id: 'createPersonalAccount',
  service: 'core',
  method: 'POST',
  path: '/api/houses/:houseId/personal-accounts',
  tag: 'personal-accounts',
  summary: 'Open a personal account',
  description:
    'In a room of the house. The history of its registered persons begins on the day of opening. The number is unique ' +
    'in the organization, and the shares of a room’s accounts never exceed the whole room on any day.',
  access: 'owner',
  body: PersonalAccountBody,
  answers: { 201: WrittenPersonalAccount },
  refusals: [
    'not-found',
    'account-number-taken',
    'conflict',
    'share-exceeded',
    'unprocessable-reference',
  ],
});

export const getPersonalAccount = endpoint({
  id: 'getPersonalAccount',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId',
  tag: 'personal-accounts',
  summary: 'Get a personal account',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: PersonalAccount },
  refusals: ['not-found'],
});

export const replacePersonalAccount = endpoint({
  id: 'replacePersonalAccount',
  service: 'core',
  method: 'PUT',
  path: '/api/personal-accounts/:personalAccountId',
  tag: 'personal-accounts',
  summary: 'Replace a personal account',
  description:
    'A field that is left out gets its default, except `registeredPersons`: a count other than the one in the answers ' +
    'holds from today on. Another room of the house is a move. A change of dates that leaves charged months wholly ' +
    'outside them must be confirmed.',
  access: 'owner',
  query: ConfirmedQuery,
  body: PersonalAccountBody,
  ifMatch: true,
  answers: { 200: WrittenPersonalAccount },
  refusals: ['not-found', 'months-charged', 'account-number-taken', 'conflict', 'share-exceeded'],
});

export const deletePersonalAccount = endpoint({
  id: 'deletePersonalAccount',
  service: 'core',
  method: 'DELETE',
  path: '/api/personal-accounts/:personalAccountId',
  tag: 'personal-accounts',
  summary: 'Delete a personal account',
  description:
    'Only one that has never been charged, as the billing-service confirms first, and that has no meters or absences. ' +
    'Its number becomes free.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found', 'has-charges', 'has-children'],
});
