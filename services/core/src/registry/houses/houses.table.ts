// Houses: the root of everything that is charged.
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import type { ColumnType, Generated } from 'kysely';

export type HeatingSeason = House['heatingSeasons'][number];

/** Besides these, `search_text` is the database's own. */
export type HousesTable = {
  readonly id: Generated<number>;
  readonly organizationId: number;
  readonly address: string;
  readonly fiasId: string | null;
  /** Square metres of common property. */
  readonly commonArea: string | null;
  /** Month numbers of the heating season. */
  readonly heatingMonths: Generated<readonly number[]>;
  /** In the order of days; where a heating year has none its months count. */
  readonly heatingSeasons: Generated<readonly HeatingSeason[]>;
  /** Null: common-house needs are capped where they have a norm. */
  readonly commonNeedsMethod: CommonNeedsMethod | null;
  /** The days of a month on which residents send readings, both or neither; null: every day. */
  readonly readingFromDay: number | null;
  readonly readingToDay: number | null;
  readonly createdAt: ColumnType<Date, never, never>;
  readonly updatedAt: ColumnType<Date, never, Date>;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
