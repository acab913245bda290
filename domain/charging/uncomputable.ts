// Why an account or a service cannot be charged: an expected outcome, which is a code and what it is about.
import type { Component } from './house-facts.ts';

export const UNCOMPUTABLE_REASONS = [
  /** No reading that counts, and neither an average nor a norm to charge by. */
  'reading-missing',
  'reading-below-previous',
  /** Days without a meter of a service that is charged by meter, and no norm to charge them by. */
  'meter-missing',
  /** An account of the same room has a meter of its own, which counts for one account alone. */
  'shared-meter-not-supported',
  /** The accounts that share a meter of their room do not hold the whole of it on some day. */
  'shares-incomplete',
  /** Of a room that nobody lives in: no meter that counts, and no volume by contract or calculation. */
  'contract-volume-missing',
  /** An act of interference with a meter that names no capacity, and no norm that could stand in. */
  'tampering-volume-missing',
  'tariff-missing',
  /** Hot water that an act found below +40 °C is paid as cold water, of which the house has no tariff. */
  'cold-tariff-missing',
  'norm-missing',
  /** Heating of a house whose months of the season are not known. */
  'heating-season-missing',
  'persons-missing',
  /** No reading of the house-wide meter, and neither an average nor a norm. */
  'house-reading-missing',
  'common-house-incomplete',
  'common-area-missing',
  /** Common-house needs by the mean month of a year that is not known month by month. */
  'year-before-missing',
  /** The accounts hold more area than the rooms of the house. */
  'area-inconsistent',
  /** The heat meters of the rooms show so much more than that of the house that somebody would be charged less than nothing. */
  'heat-meters-inconsistent',
  /** What the house drew in the year before is neither counted nor stated: heating cannot be charged evenly by it. */
  'heat-volume-missing',
  /** Heating is charged evenly, and rooms have heat meters: no formula here divides a year between them. */
  'heat-meters-in-even-mode',
  /** A figure so large that it is a mistake; see plausible.ts. */
  'volume-implausible',
  'amount-implausible',
  /** A benefit for more persons than live there. */
  'benefit-exceeds-persons',
  /** A benefit within the norm of a service that has none on some day. */
  'benefit-norm-missing',
  /** A benefit of what no rule gives one: a room that nobody lives in, ranges or a late reading beside the norm. */
  'benefit-not-supported',
  'method-not-supported',
] as const;
export type UncomputableReason = (typeof UNCOMPUTABLE_REASONS)[number];

/** Those that keep one service of an account from being charged; any other keeps all of them. */
const OF_ONE_SERVICE: readonly UncomputableReason[] = [
  'shared-meter-not-supported',
  'shares-incomplete',
  'contract-volume-missing',
  'tampering-volume-missing',
  'cold-tariff-missing',
  'heating-season-missing',
  'common-area-missing',
];

/** What a reason is about, for the words that are made of it: as much of this as it has. */
export type ReasonFacts = {
  /** By name. */
  readonly services?: readonly string[];
  /** Of a two-component service. */
  readonly component?: Component;
  /** Serial number; several with commas. */
  readonly meter?: string;
  /** Number of the account that has the meter, or that has to be computed first. */
  readonly account?: string;
  /** The one whose months are missing. */
  readonly year?: number;
  /** The first on which something is missing, as 2026-05-01. */
  readonly day?: string;
  /** What is too large, and the most that is taken for possible: units of the service, m² or roubles. */
  readonly figure?: string;
  readonly most?: string;
};

export class UncomputableError extends Error {
  override readonly name = 'UncomputableError';
  readonly reason: UncomputableReason;
  readonly facts: ReasonFacts;
  /** Whether it keeps one service of the account from being charged, and no other. */
  readonly isOfOneService: boolean;

  constructor(
    reason: UncomputableReason,
    facts: ReasonFacts,
    isOfOneService = OF_ONE_SERVICE.includes(reason),
  ) {
    super(reason);
    this.reason = reason;
    this.facts = facts;
    this.isOfOneService = isOfOneService;
  }
}
