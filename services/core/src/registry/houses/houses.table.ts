// Houses: the root of everything that is charged.
import type { ColumnType, Generated } from 'kysely';

/** Besides these, `search_text` is the database's own. */
export type HousesTable = {
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly address: string;
  readonly fias_id: string | null;
  /** Square metres of common property. */
  readonly common_area: string | null;
  /** Month numbers of the heating season. */
  readonly heating_months: Generated<readonly number[]>;
  /** Null: common-house needs are capped where they have a norm. */
  readonly odn_capped: boolean | null;
  readonly created_at: ColumnType<Date, never, never>;
  readonly updated_at: ColumnType<Date, never, Date>;
  /** Counts the changes; the entity tag of the record. */
  readonly version: Generated<number>;
};
