// What each look through the whole ledger has found.
import type { Generated, GeneratedAlways } from 'kysely';

export type LedgerVerificationsTable = {
  readonly id: GeneratedAlways<number>;
  readonly finishedAt: Generated<Date>;
  readonly driftingAccounts: number;
  readonly strayPayments: number;
  readonly wrongSums: number;
  readonly chainFaults: number;
};
