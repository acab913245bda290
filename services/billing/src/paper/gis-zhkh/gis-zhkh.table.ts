// The entries of ГИС ЖКХ for services, and what was exported for it.
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { ColumnType, JSONColumnType } from 'kysely';
import type { GisError } from './gis-answer.ts';

export type GisServicesTable = GisService & { readonly organizationId: number };

/** The answer to an account's document; with errors when it was refused. */
export type StoredAnswer = {
  readonly personalAccountId: number;
  readonly errors: readonly GisError[];
  readonly uniqueNumber: string | null;
};

/** The answer of ГИС ЖКХ to a payment. */
export type GisPaymentsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly paymentId: number;
  readonly errors: JSONColumnType<readonly GisError[]>;
  readonly uniqueNumber: string | null;
  readonly answeredAt: ColumnType<Date>;
};

/** The answer of ГИС ЖКХ to a reading. */
export type GisReadingsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly meterId: number;
  readonly serialNumber: string;
  readonly errors: JSONColumnType<readonly GisError[]>;
  readonly answeredAt: ColumnType<Date>;
};

export type GisExportsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly documents: number;
  readonly exportedAt: ColumnType<Date>;
  readonly exportedBy: number;
  readonly answers: JSONColumnType<readonly StoredAnswer[], string | undefined>;
  readonly answeredAt: ColumnType<Date | null, Date | undefined>;
};
