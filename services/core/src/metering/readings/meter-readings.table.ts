// Meter readings, one a meter and month.
import type { Generated } from 'kysely';

export type MeterReadingsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  /** The first day of the month that the reading closes. */
  readonly period: string;
  readonly meterId: number;
  readonly value: string;
  readonly takenOn: string;
  /** The counter has passed its highest figure since the reading before. */
  readonly rollover: Generated<boolean>;
  readonly source: 'operator' | 'resident' | 'import' | 'device';
  readonly id: Generated<number>;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
