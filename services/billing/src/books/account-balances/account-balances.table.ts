// What each account owes now, maintained by the schema's posting functions.
export type AccountBalancesTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly organizationId: number;
  readonly principalDebt: string;
  readonly penaltyDebt: string;
  readonly lastUpdatedAt: Date;
  readonly openDebts: Readonly<Record<string, string>>;
  /** The part of the open debts that is court fees and interest of plans. */
  readonly openCourtFees: string;
  readonly advance: string;
  readonly moneyUntil: string | null;
};
