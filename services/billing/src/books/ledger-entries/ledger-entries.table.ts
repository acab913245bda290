// Entries, and the links that chain them.
import type { Generated } from 'kysely';

export type LedgerEntriesTable = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly id: number;
  readonly period: string;
  readonly organizationId: number;
  readonly transactionType: 'CHARGE' | 'PAYMENT' | 'PENALTY' | 'STORNO' | 'OPENING' | 'ADJUSTMENT';
  readonly debtKind: 'principal' | 'penalty';
  readonly debit: string;
  readonly credit: string;
  readonly documentId: number;
  readonly effectiveOn: string;
  readonly createdAt: Generated<Date>;
};

export type LedgerLinksTable = {
  readonly houseId: number;
  readonly number: number;
  readonly organizationId: number;
  readonly period: string;
  readonly entryIds: number[];
  readonly digest: Buffer;
  readonly hash: Buffer;
  readonly createdAt: Generated<Date>;
};
