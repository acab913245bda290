// Account balances: what each account owes now. An advance is a negative principal debt.
import Type, { type Static } from 'typebox';
import { PageQuery } from '../page.ts';
import { Day, DayText, Id, IdText, InstantText, MoneyText, Nullable } from '../scalars.ts';

export const AccountBalance = Type.Object({
  personalAccountId: Id,
  houseId: Id,
  principalDebt: MoneyText,
  penaltyDebt: MoneyText,
  lastUpdatedAt: Nullable(InstantText),
  asOf: Type.Optional(DayText),
});
export type AccountBalance = Static<typeof AccountBalance>;

export const ListAccountBalancesQuery = Type.Object(
  { ...PageQuery, houseId: Type.Optional(IdText), asOf: Type.Optional(Day) },
  { additionalProperties: false },
);
export const AccountBalanceQuery = Type.Object(
  { asOf: Type.Optional(Day) },
  { additionalProperties: false },
);
export const AccountParams = Type.Object({ personalAccountId: IdText });
