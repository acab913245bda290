// An act on an interruption or bad quality of a service, as the law asks for it. Times are those of the wall clock in
// Moscow, `YYYY-MM-DDTHH:MM:SS`: the law counts hours of the night.

/** What an act may tell: no service at all, or one of another temperature, pressure, or composition than it must have. */
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
  /** From one instant up to the other. */
  readonly from: string;
  readonly to: string;
  /** Degrees, MPa: what was measured, and what had to be kept; ten thousandths. Null where the act does not say. */
  readonly measuredE4: bigint | null;
  readonly requiredE4: bigint | null;
  /** Of an interruption that may last longer than usual; null where the law's own hours count. */
  readonly allowedHours: number | null;
};
