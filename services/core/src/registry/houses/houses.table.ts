// Houses: the root of everything that is charged.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import type { ColumnType, Generated } from 'kysely';

export type HeatingSeason = House['heatingSeasons'][number];

/** `search_text`, which the database generates, is left out. */
export type HousesTable = {
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly address: string;
  readonly fiasId: string | null;
  /** Square metres of common property. */
  readonly commonArea: string | null;
  /** Month numbers of the heating season. */
  readonly heatingMonths: Generated<readonly number[]>;
  /** In chronological order; in a heating year without any, the heating months count. */
  readonly heatingSeasons: Generated<readonly HeatingSeason[]>;
  /** Null: common-house needs are capped where they have a norm. */
  readonly commonNeedsMethod: CommonNeedsMethod | null;
  /** The reading window, both days or neither; null: every day. */
  readonly readingFromDay: number | null;
  readonly readingToDay: number | null;
  readonly createdAt: ColumnType<Date, never, never>;
  readonly updatedAt: ColumnType<Date, never, Date>;
  /** The entity tag of the record; counts its changes. */
  readonly version: Generated<number>;
};
