// What tells one kind of year from another: by which rule, of which services, and to which volume it is recalculated.
import type { YearRule } from '@kvartplata/domain/charging/explanation/common-rules.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import type { MonthOfYear } from '@kvartplata/domain/charging/year/month-of-year.ts';
import type { YearMonth } from '../calculation-jobs/month-of-year.ts';

/** `YYYY-MM`, and what the month gives once it is computed again. */
export type ComputedMonth = { readonly period: string; readonly computed: YearMonth };

/** What a service is to be charged for a year in the end. */
export type VolumeOfYear = {
  /** Units of the service's precision; zero or above. */
  readonly volume: bigint;
  /** What its months have drawn, in millionths, as explanations show it. */
  readonly drawn: readonly { readonly period: string; readonly volumeE6: bigint }[];
  /** What heat cost allocators have shown, in thousandths, by account: these share among themselves by it. */
  readonly allocated?: ReadonlyMap<number, bigint>;
};

/** The month, and why, unless its calculation says so. */
type Unknown = { readonly unknownIn: ComputedMonth; readonly why?: string };

export type KindOfYear = {
  readonly rule: YearRule;
  /** What stands in every line, and on receipts. */
  readonly reasonOf: (year: number) => string;
  /** Of common-house needs: the methods that leave a year to be recalculated; absent where the months have none. */
  readonly methods?: readonly CommonNeedsMethod[];
  /**
   * The volume of a service's year; undefined where there is nothing to recalculate it to, and the month of which it is not known
   * where there is one.
   */
  readonly volumeOf: (
    service: MonthOfYear,
    months: readonly ComputedMonth[],
  ) => VolumeOfYear | Unknown | undefined;
};
