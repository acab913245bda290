// What months have found of houses' common needs. Volumes are in units, 6 places.
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';

export type CommonNeedsMonthsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly houseServiceId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly method: CommonNeedsMethod;
  /** What the house-wide meter has counted beyond the rooms; null where that is not known. */
  readonly drawn: string | null;
  readonly shared: string;
  /** Zero or below: what is left for the months after it. */
  readonly carried: string;
};
