// Each verification of the whole ledger: its progress and its findings.
import type { Generated, GeneratedAlways } from 'kysely';

export type LedgerVerificationsTable = {
  readonly id: GeneratedAlways<number>;
  readonly startedAt: Generated<Date>;
  readonly organizations: number;
  readonly verified: Generated<number>;
  readonly lastOrganizationId: Generated<number>;
  /** Null while it is in progress. */
  readonly finishedAt: Date | null;
  readonly driftingAccounts: Generated<number>;
  readonly strayPayments: Generated<number>;
  readonly wrongSums: Generated<number>;
  readonly chainFaults: Generated<number>;
  readonly strayDocuments: Generated<number>;
  readonly wrongMonths: Generated<number>;
  readonly sealFaults: Generated<number>;
  readonly auditFaults: Generated<number>;
  readonly unreadOrganizations: Generated<number>;
};
