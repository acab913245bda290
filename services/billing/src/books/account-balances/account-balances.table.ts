// What each account owes now.
import type { Generated } from 'kysely';

export type AccountBalancesTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  readonly lastUpdatedAt: Date;
  readonly openDebts: Generated<Readonly<Record<string, string>>>;
  readonly advance: Generated<string>;
  readonly moneyUntil: string | null;
};
