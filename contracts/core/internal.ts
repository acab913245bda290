// What billing queries from core about organizations, houses and accounts, service to service.
import Type, { type Static } from 'typebox';
import { OrganizationRole } from '../access.ts';
import { endpoint } from '../endpoint.ts';
import { SERVICE_KINDS } from '@kvartplata/domain/charging/house-facts.ts';
import { DayText, DecimalIn, Id, MoneyText, MonthText, Nullable } from '../scalars.ts';

export const Memberships = Type.Object({
  memberships: Type.Array(
    Type.Object({
      organizationId: Id,
      role: OrganizationRole,
      stepUpAbove: Nullable(MoneyText),
    }),
  ),
});
export type Memberships = Static<typeof Memberships>;

export const OrganizationSummary = Type.Object({
  organizationId: Id,
  name: Type.String(),
  inn: Nullable(Type.String()),
  firstMonth: Type.Union([MonthText, Type.Null()], {
    description: 'The month of the first day of any of its accounts; null while it has none',
  }),
  confirmAbove: Nullable(MoneyText),
  stepUpAbove: Nullable(MoneyText),
});
export type OrganizationSummary = Static<typeof OrganizationSummary>;

export const OrganizationHouses = Type.Object({
  houseIds: Type.Array(Id),
  addresses: Type.Array(Type.String(), { description: 'In the order of houseIds' }),
});
export type OrganizationHouses = Static<typeof OrganizationHouses>;

export const CountedHouses = Type.Object({
  houses: Type.Array(
    Type.Object({
      houseId: Id,
      address: Type.String(),
      accounts: Type.Integer({ description: 'Personal accounts of the house, closed ones too' }),
      mailedAccounts: Type.Integer({ description: 'Of these, those that get receipts by e-mail' }),
    }),
  ),
});
export type CountedHouses = Static<typeof CountedHouses>;

export const HouseSummary = Type.Object({
  houseId: Id,
  organizationId: Id,
  address: Type.String(),
  accounts: Type.Integer({ description: 'Personal accounts of the house, closed ones too' }),
});
export type HouseSummary = Static<typeof HouseSummary>;

export const AccountSummary = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  organizationId: Id,
  accountNumber: Type.String(),
});
export type AccountSummary = Static<typeof AccountSummary>;

export const HouseServiceSummary = Type.Object({
  houseServiceId: Id,
  houseId: Id,
  name: Type.String(),
  kind: Type.String({ description: 'As in the catalogue of services' }),
});
export type HouseServiceSummary = Static<typeof HouseServiceSummary>;

export const AccountNumbers = Type.Object(
  { accountNumbers: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 1000 }) },
  { additionalProperties: false },
);
export const AccountSummaries = Type.Object({ accounts: Type.Array(AccountSummary) });
export type AccountSummaries = Static<typeof AccountSummaries>;

export const HouseIds = Type.Object(
  { houseIds: Type.Array(Id, { maxItems: 1000 }) },
  { additionalProperties: false },
);
export const ServiceName = Type.Object({
  houseId: Id,
  houseServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  kind: Type.Enum(SERVICE_KINDS),
});
export type ServiceName = Static<typeof ServiceName>;
export const ServiceNames = Type.Object({ services: Type.Array(ServiceName) });
export type ServiceNames = Static<typeof ServiceNames>;

export const AccountIds = Type.Object(
  { personalAccountIds: Type.Array(Id, { maxItems: 1000 }) },
  { additionalProperties: false },
);
export const AccountCard = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  organizationName: Type.String(),
  accountNumber: Type.String(),
  gisAccountNumber: Nullable(Type.String()),
  gisServiceId: Nullable(Type.String()),
  payer: Type.String(),
  payerInn: Nullable(Type.String()),
  payerAddress: Nullable(Type.String({ description: 'If not in the room' })),
  address: Type.String({ description: 'Of the house' }),
  roomNumber: Type.String(),
  roomKind: Type.Union([Type.Literal('residential'), Type.Literal('non-residential')]),
  area: DecimalIn('m² of the room'),
  openedOn: DayText,
  closedOn: Nullable(DayText),
});
export type AccountCard = Static<typeof AccountCard>;
export const AccountCards = Type.Object({ accounts: Type.Array(AccountCard) });

export const ACCOUNT_ORDERS = ['rooms', 'number', 'payer', 'area'] as const;

export const AccountsSought = Type.Object(
  {
    order: Type.Enum(ACCOUNT_ORDERS),
    houseId: Type.Optional(Id),
    search: Type.Optional(Type.String({ maxLength: 100 })),
    status: Type.Optional(Type.Enum(['open', 'closed'])),
  },
  { additionalProperties: false },
);
export type AccountsSought = Static<typeof AccountsSought>;

export const AccountsInOrder = Type.Object({ personalAccountIds: Type.Array(Id) });
export type AccountsInOrder = Static<typeof AccountsInOrder>;

export const listMemberships = endpoint({
  id: 'listMemberships',
  service: 'core',
  method: 'GET',
  path: '/api/internal/users/:userId/memberships',
  tag: 'internal',
  summary: 'List the organizations of a user',
  description:
    'With the user’s role in each, and the amount above which booking needs a second factor. An unknown user has none.',
  access: 'service',
  answers: { 200: Memberships },
  refusals: [],
});

export const getOrganizationSummary = endpoint({
  id: 'getOrganizationSummary',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId',
  tag: 'internal',
  summary: 'Get a summary of an organization',
  description:
    'Its name and INN, the first month in which it has accounts, and the amounts above which a second person confirms ' +
    'adjustments and booking needs a second factor.',
  access: 'service',
  answers: { 200: OrganizationSummary },
  refusals: ['not-found'],
});

export const listOrganizationHouses = endpoint({
  id: 'listOrganizationHouses',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/houses',
  tag: 'internal',
  summary: 'List the houses of an organization',
  description: 'Their ids and addresses.',
  access: 'service',
  answers: { 200: OrganizationHouses },
  refusals: ['not-found'],
});

export const countHouseAccounts = endpoint({
  id: 'countHouseAccounts',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/houses/account-counts',
  tag: 'internal',
  summary: 'Count the accounts of the houses of an organization',
  description: 'Reads all accounts: who needs the houses alone asks for those.',
  access: 'service',
  answers: { 200: CountedHouses },
  refusals: ['not-found'],
});

export const listAccountsByNumber = endpoint({
  id: 'listAccountsByNumber',
  service: 'core',
  method: 'POST',
  path: '/api/internal/organizations/:organizationId/personal-accounts',
  tag: 'internal',
  summary: 'Find accounts of an organization by number',
  description:
    'Unknown numbers are left out. A POST because the numbers are too long for an address; nothing is changed.',
  access: 'service',
  body: AccountNumbers,
  answers: { 200: AccountSummaries },
  refusals: ['not-found'],
});

export const listServiceNames = endpoint({
  id: 'listServiceNames',
  service: 'core',
  method: 'POST',
  path: '/api/internal/organizations/:organizationId/house-services',
  tag: 'internal',
  summary: 'List the names of the services of houses',
  description:
    'The latest name of each service that a house is or was charged for. A POST because the ids are too long for an ' +
    'address; nothing is changed.',
  access: 'service',
  body: HouseIds,
  answers: { 200: ServiceNames },
  refusals: [],
});

export const listAccountCards = endpoint({
  id: 'listAccountCards',
  service: 'core',
  method: 'POST',
  path: '/api/internal/account-cards',
  tag: 'internal',
  summary: 'List account facts for documents',
  description:
    'An account that does not exist is left out. A POST because the ids are too long for an address; nothing is changed.',
  access: 'service',
  body: AccountIds,
  answers: { 200: AccountCards },
  refusals: [],
});

export const listAccountsInOrder = endpoint({
  id: 'listAccountsInOrder',
  service: 'core',
  method: 'POST',
  path: '/api/internal/organizations/:organizationId/accounts-in-order',
  tag: 'internal',
  summary: 'List ids of accounts in an order',
  description:
    'All that match, by house and room, number, payer or area, with numbers in numeric order. A POST so that the search ' +
    'words appear in no log; nothing is changed.',
  access: 'service',
  body: AccountsSought,
  answers: { 200: AccountsInOrder },
  refusals: [],
});

export const getHouseSummary = endpoint({
  id: 'getHouseSummary',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId',
  tag: 'internal',
  summary: 'Get a summary of a house',
  description: 'Its organization, its address, and how many accounts it has.',
  access: 'service',
  answers: { 200: HouseSummary },
  refusals: ['not-found'],
});

export const listAccountSummaries = endpoint({
  id: 'listAccountSummaries',
  service: 'core',
  method: 'POST',
  path: '/api/internal/account-summaries',
  tag: 'internal',
  summary: 'List where personal accounts belong',
  description:
    'The house, the organization and the number of each; an account that does not exist is left out. A POST because the ids are ' +
    'too long for an address; nothing is changed.',
  access: 'service',
  body: AccountIds,
  answers: { 200: AccountSummaries },
  refusals: [],
});

export const getHouseServiceSummary = endpoint({
  id: 'getHouseServiceSummary',
  service: 'core',
  method: 'GET',
  path: '/api/internal/houses/:houseId/house-services/:houseServiceId',
  tag: 'internal',
  summary: 'Get a summary of a service of a house',
  description: 'Its name and its kind; also of a service that has ended.',
  access: 'service',
  answers: { 200: HouseServiceSummary },
  refusals: ['not-found'],
});

export const PayeeServices = Type.Object({
  houseServiceIds: Type.Array(Id, { description: 'The first 100' }),
});
export type PayeeServices = Static<typeof PayeeServices>;

export const listServicesOfPayee = endpoint({
  id: 'listServicesOfPayee',
  service: 'core',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/payees/:payeeId/house-services',
  tag: 'internal',
  summary: 'List the services of houses that name a payee',
  description: 'Ended ones too. Checked before the payee is deleted.',
  access: 'service',
  answers: { 200: PayeeServices },
  refusals: [],
});
