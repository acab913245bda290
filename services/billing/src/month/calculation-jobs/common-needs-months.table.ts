// Common-needs months. Volumes are in units, 6 places.
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';

export type CommonNeedsMonthsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly houseServiceId: number;
  /** The first day of the month. */
  readonly period: string;
  readonly method: CommonNeedsMethod;
  /** What the house-wide meter has counted beyond the rooms; null where unknown. */
  readonly drawn: string | null;
  readonly shared: string;
  /** Zero or below: what is carried over to later months. */
  readonly carried: string;
};
