// Organizations: the managing companies.
import type { ColumnType, Generated } from 'kysely';

export type OrganizationsTable = {
  readonly id: Generated<number>;
  readonly name: string;
  readonly short_name: string | null;
  readonly inn: string | null;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly legal_address: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly bank_name: string | null;
  readonly bic: string | null;
  readonly settlement_account: string | null;
  readonly correspondent_account: string | null;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
  readonly created_at: ColumnType<Date, never, never>;
  readonly updated_at: ColumnType<Date, never, Date>;
};
