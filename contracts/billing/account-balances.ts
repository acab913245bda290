// Account balances: what each account owes now. An advance is a negative principal debt.
import Type, { type Static } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Page, PageQuery } from '../page.ts';
import { Day, Id, IdText, InstantText, MoneyText, MonthText, Nullable } from '../scalars.ts';

export const AccountBalance = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  principalDebt: Type.String({ description: 'Roubles with two places; below zero an advance' }),
  penaltyDebt: MoneyText,
  lastUpdatedAt: Nullable(InstantText),
  asOf: Type.Optional(
    Type.String({
      format: 'date',
      description: 'The day at whose end it was so, if one was given',
    }),
  ),
  debts: Type.Optional(
    Type.Array(Type.Object({ period: MonthText, amount: MoneyText }), {
      description:
        'Only in the current balance of one account: the principal owed of each month, as payments are allocated; oldest ' +
        'first',
    }),
  ),
});
export type AccountBalance = Static<typeof AccountBalance>;

const BalancesQuery = Type.Object(
  {
    ...PageQuery,
    organizationId: Type.Optional(IdText),
    houseId: Type.Optional(IdText),
    personalAccountId: Type.Optional(IdText),
    asOf: Type.Optional(Day),
  },
  { additionalProperties: false },
);
const BalanceQuery = Type.Object({ asOf: Type.Optional(Day) }, { additionalProperties: false });

export const listAccountBalances = endpoint({
  id: 'listAccountBalances',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/account-balances',
  tag: 'account-balances',
  summary: 'List account balances',
  description:
    'In the order of house and account, without accounts for which nothing was booked. Now, or at the end of the day ' +
    '`asOf`, which needs `houseId` or `personalAccountId`.',
  access: 'viewer',
  query: BalancesQuery,
  answers: { 200: Page(AccountBalance) },
  refusals: ['not-found'],
});

export const getAccountBalance = endpoint({
  id: 'getAccountBalance',
  service: 'billing',
  method: 'GET',
  path: '/api/billing/account-balances/:personalAccountId',
  tag: 'account-balances',
  summary: 'Get the balance of an account',
  description:
    'Now, or at the end of the day `asOf`: the sum of the entries in effect by then, whenever booked. Zeros if nothing ' +
    'was booked.',
  access: 'viewer',
  query: BalanceQuery,
  answers: { 200: AccountBalance },
  refusals: ['not-found'],
});
