// Meter readings, one per meter and month.
import type { Generated } from 'kysely';

export type MeterReadingsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month that the reading closes. */
  readonly period: string;
  readonly meterId: number;
  readonly value: string;
  readonly takenOn: string;
  /** The counter has passed its highest figure since the previous reading. */
  readonly rollover: Generated<boolean>;
  readonly source: 'operator' | 'resident' | 'import' | 'device';
  readonly id: Generated<number>;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
