// Organizations: the managing companies.
import type { ColumnType, Generated } from 'kysely';

export type OrganizationsTable = {
  readonly id: Generated<number>;
  readonly name: string;
  readonly shortName: string | null;
  readonly inn: string | null;
  readonly kpp: string | null;
  readonly ogrn: string | null;
  readonly legalAddress: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly website: string | null;
  readonly bankName: string | null;
  readonly bic: string | null;
  readonly settlementAccount: string | null;
  readonly correspondentAccount: string | null;
  /** Roubles. */
  readonly confirmAbove: string | null;
  /** Roubles. */
  readonly stepUpAbove: string | null;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
  readonly createdAt: ColumnType<Date, never, never>;
  readonly updatedAt: ColumnType<Date, never, Date>;
};
