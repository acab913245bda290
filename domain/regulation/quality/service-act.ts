// An act on an interruption or bad quality of a service, as the law requires it. Times are Moscow local time,
// `YYYY-MM-DDTHH:MM:SS`, because the law has special rules for the hours of the night.

/** What an act may state: no service at all, or a temperature, pressure or composition other than required. */
export const ACT_KINDS = ['interruption', 'temperature', 'pressure', 'quality'] as const;
export type ActKind = (typeof ACT_KINDS)[number];

/** The sections of appendix 1, each with rules of its own. */
export const QUALITY_STANDARDS = [
  'cold-supply',
  'hot-supply',
  'sewerage',
  'power',
  'gas-supply',
  'heating',
  'waste-collection',
] as const;
export type QualityStandard = (typeof QUALITY_STANDARDS)[number];

export type ServiceAct = {
  readonly kind: ActKind;
  /** Up to but excluding `to`. */
  readonly from: string;
  readonly to: string;
  /** The measured and the required value, degrees or MPa in ten-thousandths. Null if the act does not state it. */
  readonly measuredE4: bigint | null;
  readonly requiredE4: bigint | null;
  /** For an interruption that may last longer than usual; null if the law's own hours apply. */
  readonly allowedHours: number | null;
};
