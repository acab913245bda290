// What core queries from billing about a house before and after it changes a fact, service to service.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Id, IdText, Month, MonthText } from '../scalars.ts';

const BooksQuery = Type.Object(
  {
    /** The house's organization. */
    organizationId: IdText,
    /** The first and the last month in which the fact counts. */
    from: Type.Optional(Month),
    to: Type.Optional(Month),
    personalAccountId: Type.Optional(IdText),
    houseServiceId: Type.Optional(IdText),
  },
  { additionalProperties: false },
);

/** The state of a house in billing's books. */
export const HouseBooks = Type.Object({
  appliedMonths: Type.Array(MonthText, {
    description: 'Months of the range that are in the ledger, in their order',
  }),
  chargedMonths: Type.Array(MonthText, {
    description: 'Those of them in which the named account or service is charged',
  }),
  hasCharges: Type.Boolean({
    description: 'Whether the house, or the named account or service, was ever charged',
  }),
});
export type HouseBooks = Static<typeof HouseBooks>;

export const getHouseBooks = endpoint({
  id: 'getHouseBooks',
  service: 'billing',
  method: 'GET',
  path: '/api/internal/houses/:houseId/books',
  tag: 'internal',
  summary: 'Get the state of a house in the books',
  description:
    'The months from `from` to `to`, both inclusive, all of them unless given. A house that the books do not know has ' +
    'nothing in them.',
  access: 'service',
  query: BooksQuery,
  answers: { 200: HouseBooks },
  refusals: [],
});

export const PayeeSummary = Type.Object({ payeeId: Id, name: Type.String() });
export type PayeeSummary = Static<typeof PayeeSummary>;

export const getPayeeSummary = endpoint({
  id: 'getPayeeSummary',
  service: 'billing',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/payees/:payeeId',
  tag: 'internal',
  summary: 'Get a payee of an organization',
  description: 'Called before a service of a house names it.',
  access: 'service',
  answers: { 200: PayeeSummary },
  refusals: ['not-found'],
});

export const PayeeNames = Type.Object({
  payees: Type.Array(Type.Object({ payeeId: Id, name: Type.String(), inn: Type.String() })),
});
export type PayeeName = Static<typeof PayeeNames>['payees'][number];

export const listPayeeNames = endpoint({
  id: 'listPayeeNames',
  service: 'billing',
  method: 'GET',
  path: '/api/internal/organizations/:organizationId/payees',
  tag: 'internal',
  summary: 'List the names of the payees of an organization',
  description: 'All of them, for files of services that name them in words.',
  access: 'service',
  answers: { 200: PayeeNames },
  refusals: [],
});
