// What the state's system calls services, and what was exported for it.
import type { GisService } from '@kvartplata/contracts/billing/gis-zhkh.ts';
import type { ColumnType } from 'kysely';

export type GisServicesTable = GisService & { readonly organizationId: number };

export type GisExportsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly documents: number;
  readonly exportedAt: ColumnType<Date>;
  readonly exportedBy: number;
};
