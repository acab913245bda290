// What differs between the kinds of year: the rule, the services, and the volume they are recalculated to.
import type { YearRule } from '@kvartplata/domain/charging/explanation/common-rules.ts';
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import type { MonthOfYear } from '@kvartplata/domain/charging/year/month-of-year.ts';
import type { YearMonth } from '../calculation-jobs/month-of-year.ts';

/** `YYYY-MM`, and the result of recomputing the month. */
export type ComputedMonth = { readonly period: string; readonly computed: YearMonth };

/** A service's final volume for a year. */
export type VolumeOfYear = {
  /** Units of the service's precision; zero or above. */
  readonly volume: bigint;
  /** Its months' consumption, in millionths, as explanations show it. */
  readonly drawn: readonly { readonly period: string; readonly volumeE6: bigint }[];
  /** Allocator units by account, in thousandths: these accounts share their part among themselves by them. */
  readonly allocated?: ReadonlyMap<number, bigint>;
};

/** The month with an unknown volume, and why, unless its calculation gives the reason. */
type Unknown = { readonly unknownIn: ComputedMonth; readonly why?: string };

export type KindOfYear = {
  readonly rule: YearRule;
  /** The reason in every line and on receipts. */
  readonly reasonOf: (year: number) => string;
  /** For common-house needs: the methods whose years are recalculated; absent where the kind has no methods. */
  readonly methods?: readonly CommonNeedsMethod[];
  /**
   * The volume of a service's year; undefined where there is nothing to recalculate it to; or the month whose volume is unknown,
   * if there is one.
   */
  readonly volumeOf: (
    service: MonthOfYear,
    months: readonly ComputedMonth[],
  ) => VolumeOfYear | Unknown | undefined;
};
