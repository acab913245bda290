// How the house's service differs for one account, on some days. PUT replaces: a field that is left out gets its default.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, DayText, Decimal, DecimalText, Id, Line, Nullable } from '../scalars.ts';
import { Written } from './applied-months.ts';
import { NotChargedReason } from './billing-snapshot.ts';
import { Group } from './dated-values.ts';

/** The body of POST and PUT. */
export const AccountServiceBody = Type.Object(
  {
    houseServiceId: Id,
    validFrom: Day,
    validTo: Type.Optional(Nullable(Day)),
    charged: Type.Boolean({ description: 'False where the account is not charged for it' }),
    reason: Type.Optional(Nullable(NotChargedReason)),
    coefficientApplies: Type.Optional(
      Type.Boolean({
        description:
          'False where an act says that no meter can be installed: the coefficient K never counts. True, the default: as the ' +
          'house has it',
      }),
    ),
    tariffGroup: Type.Optional(Nullable(Group)),
    normGroup: Type.Optional(Nullable(Group)),
    contractVolume: Type.Optional(
      Nullable(
        Decimal({ places: 6, from: '0', to: '1000000', unit: 'units of the service a month' }),
      ),
    ),
    allocatorUnits: Type.Optional(
      Nullable(
        Decimal({ places: 3, from: '0', to: '100000000', unit: 'units of heat cost allocators' }),
      ),
    ),
    /** The document that proves it. */
    basis: Type.Optional(Nullable(Line(500))),
  },
  { additionalProperties: false },
);

const AccountServicesQuery = Type.Object(PageQuery, { additionalProperties: false });

export const AccountService = Type.Object({
  id: Id,
  organizationId: Id,
  houseId: Id,
  personalAccountId: Id,
  houseServiceId: Id,
  code: Type.String(),
  name: Type.String(),
  unit: Type.String(),
  validFrom: DayText,
  validTo: Nullable(DayText),
  charged: Type.Boolean(),
  reason: Nullable(NotChargedReason),
  coefficientApplies: Type.Boolean(),
  tariffGroup: Nullable(Type.String()),
  normGroup: Nullable(Type.String()),
  contractVolume: Nullable(DecimalText),
  allocatorUnits: Nullable(DecimalText),
  basis: Nullable(Type.String()),
});
export type AccountService = Static<typeof AccountService>;

export const WrittenAccountService = Written(AccountService);
export type WrittenAccountService = Static<typeof WrittenAccountService>;

export const listAccountServices = endpoint({
  id: 'listAccountServices',
  service: 'core',
  method: 'GET',
  path: '/api/personal-accounts/:personalAccountId/services',
  tag: 'account-services',
  summary: 'List what differs for an account',
  description: 'Past records too, in the order of ids. Every other service is as the house has it.',
  access: 'viewer',
  query: AccountServicesQuery,
  answers: { 200: Page(AccountService) },
  refusals: ['not-found'],
});

export const createAccountService = endpoint({
  id: 'createAccountService',
  service: 'core',
  method: 'POST',
  path: '/api/personal-accounts/:personalAccountId/services',
  tag: 'account-services',
  summary: 'Record what differs for an account',
  description:
    'A service of the account’s house, from a day on. One that is not charged needs a reason. Two records of one ' +
    'account and service never share a day.',
  access: 'owner',
  body: AccountServiceBody,
  answers: { 201: WrittenAccountService },
  refusals: ['not-found', 'period-overlap'],
});

export const getAccountService = endpoint({
  id: 'getAccountService',
  service: 'core',
  method: 'GET',
  path: '/api/account-services/:accountServiceId',
  tag: 'account-services',
  summary: 'Get what differs for an account',
  description: 'With its version in `ETag`.',
  access: 'viewer',
  answers: { 200: AccountService },
  refusals: ['not-found'],
});

export const replaceAccountService = endpoint({
  id: 'replaceAccountService',
  service: 'core',
  method: 'PUT',
  path: '/api/account-services/:accountServiceId',
  tag: 'account-services',
  summary: 'Replace what differs for an account',
  description:
    'A field that is left out gets its default. A changed day, reason, group or volume counts on the days that it ' +
    'affects; a changed document on none.',
  access: 'owner',
  body: AccountServiceBody,
  ifMatch: true,
  answers: { 200: WrittenAccountService },
  refusals: ['not-found', 'period-overlap'],
});

export const deleteAccountService = endpoint({
  id: 'deleteAccountService',
  service: 'core',
  method: 'DELETE',
  path: '/api/account-services/:accountServiceId',
  tag: 'account-services',
  summary: 'Delete what differs for an account',
  description: 'The header `Applied-Months` lists the applied months that it concerns.',
  access: 'owner',
  ifMatch: true,
  answers: { 204: null },
  refusals: ['not-found'],
});
