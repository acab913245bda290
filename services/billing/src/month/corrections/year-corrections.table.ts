// Years that have been recalculated.
import type { YearKind } from '@kvartplata/contracts/billing/year-corrections.ts';
import type { Generated } from 'kysely';

export type YearCorrectionsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly kind: YearKind;
  readonly year: number;
  readonly id: Generated<number>;
  /** The services that it has settled for the year. */
  readonly houseServiceIds: readonly number[];
  /** Null where nothing differed. */
  readonly correctionId: number | null;
  readonly period: string;
  readonly lineCount: number;
  readonly amount: string;
  readonly requestedBy: number;
  readonly createdAt: Generated<Date>;
};
