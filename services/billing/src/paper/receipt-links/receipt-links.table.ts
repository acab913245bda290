// Accounts whose receipt links were withdrawn.
import type { Generated } from 'kysely';

export type WithdrawnLinksTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly withdrawals: Generated<number>;
  readonly withdrawnAt: Generated<Date>;
  readonly withdrawnBy: number;
  readonly reason: string;
};
