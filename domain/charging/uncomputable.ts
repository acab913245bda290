// Why an account or a service cannot be charged: an expected outcome, with a code and what it is about.
import type { Component } from './house-facts.ts';

export const UNCOMPUTABLE_REASONS = [
  /** No valid reading, and neither an average nor a norm to charge by. */
  'reading-missing',
  'reading-below-previous',
  /** Days without a meter for a service that is charged by meter, and no norm for them. */
  'meter-missing',
  /** Another account of the room has a meter of its own, which counts for that account alone. */
  'shared-meter-not-supported',
  /** The accounts that share a meter of their room do not own the whole room on some day. */
  'shares-incomplete',
  /** For a room where nobody lives: no meter that counts, and no volume by contract or calculation. */
  'contract-volume-missing',
  /** An act of interference with a meter that states no capacity, and no norm to use instead. */
  'tampering-volume-missing',
  'tariff-missing',
  /** Hot water that an act found below +40 °C is paid as cold water, for which the house has no tariff. */
  'cold-tariff-missing',
  'norm-missing',
  /** The heating months of the house are unknown. */
  'heating-season-missing',
  'persons-missing',
  /** No reading of the house-wide meter, and neither an average nor a norm. */
  'house-reading-missing',
  'common-house-incomplete',
  'common-area-missing',
  /** Common-house needs by the mean month of a year for which some month is unknown. */
  'year-before-missing',
  /** The accounts have more area than the rooms of the house. */
  'area-inconsistent',
  /** The rooms' heat meters show so much more than the house-wide one that somebody's charge would be below zero. */
  'heat-meters-inconsistent',
  /** The house's heat in the year before is neither metered nor stated, so heating cannot be charged evenly by it. */
  'heat-volume-missing',
  /** Heating is charged evenly and rooms have heat meters: no formula divides a year's heat between them. */
  'heat-meters-in-even-mode',
  /** A figure so large that it must be a mistake; see plausible.ts. */
  'volume-implausible',
  'amount-implausible',
  /** A benefit for more persons than live in the room. */
  'benefit-exceeds-persons',
  /** A benefit within the norm, for a service without a norm on some day. */
  'benefit-norm-missing',
  /** A benefit that no rule covers: for a room where nobody lives, or within the norm with tariff ranges or a late reading. */
  'benefit-not-supported',
  'method-not-supported',
] as const;
export type UncomputableReason = (typeof UNCOMPUTABLE_REASONS)[number];

/** Reasons that block one service of an account; any other reason blocks all of them. */
const OF_ONE_SERVICE: readonly UncomputableReason[] = [
  'shared-meter-not-supported',
  'shares-incomplete',
  'contract-volume-missing',
  'tampering-volume-missing',
  'cold-tariff-missing',
  'heating-season-missing',
  'common-area-missing',
];

/** What a reason is about, for the message: the fields that apply to it. */
export type ReasonFacts = {
  /** Names. */
  readonly services?: readonly string[];
  /** For a two-component service. */
  readonly component?: Component;
  /** A serial number; several are separated by commas. */
  readonly meter?: string;
  /** The number of the account that has the meter, or that has to be computed first. */
  readonly account?: string;
  /** The year whose months are missing. */
  readonly year?: number;
  /** The first day on which something is missing, as 2026-05-01. */
  readonly day?: string;
  /** The excessive figure and the limit, in units of the service, m² or roubles. */
  readonly figure?: string;
  readonly most?: string;
};

export class UncomputableError extends Error {
  override readonly name = 'UncomputableError';
  readonly reason: UncomputableReason;
  readonly facts: ReasonFacts;
  /** Whether it blocks only one service of the account. */
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
