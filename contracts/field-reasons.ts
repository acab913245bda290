// Why a field is refused: a closed list of codes with the names of their parameters, in addition to the English message, so that
// a page can show it in its user's language.

export const FIELD_REASONS = {
  required: [],
  'unknown-field': [],
  'wrong-type': [],
  'wrong-form': [],
  'no-choice': [],
  'too-short': ['limit'],
  'too-long': ['limit'],
  'too-few': ['limit'],
  'too-many': ['limit'],
  'too-small': ['limit'],
  'too-large': ['limit'],
  repeated: [],
  'several-columns': ['titles'],
  'of-subsidies': ['title'],
  'not-a-day': [],
  'not-a-month': [],
  'not-an-instant': [],
  'not-an-email': [],
  blank: [],
  'outer-blank': [],
  'line-break': [],
  'control-character': [],
  'lost-letters': [],
  'direction-sign': [],
  'decimal-from': ['from', 'to', 'places'],
  'decimal-above': ['from', 'to', 'places'],
  'not-zero': [],
  'must-raise': [],
  'must-lower': [],
  'either-or': [],
  contradicts: [],
  'ends-before-start': [],
  'before-day': ['day'],
  'after-day': ['day'],
  'before-first-month': ['month'],
  'after-open-month': ['month'],
  'after-today': [],
  'after-now': [],
  'span-too-long': ['limit'],
  overlaps: ['day'],
  unchangeable: [],
  'check-digit': [],
  'other-bank': [],
  'other-organization': [],
  'not-for-service': [],
  'not-for-owner': [],
  'not-for-kind': [],
  'not-for-act': [],
  'not-of-rule': [],
  'not-of-house': [],
  'norm-missing': [],
  'too-many-digits': ['digits'],
  'easy-to-guess': [],
  'password-unchanged': [],
  'wrong-code': [],
  'law-fixed': [],
  'above-law': ['limit'],
  'nothing-owed': [],
  'after-start': [],
  'not-https': [],
  'unknown-host': [],
  'private-address': [],
  'device-without-guid': ['serialNumber'],
  'first-scale-missing': ['serialNumber'],
  'guid-of-another': ['serialNumber'],
  'number-of-another': ['accountNumber'],
  'payment-without-number': ['amount', 'day'],
  // Why a file cannot be read.
  'file-broken': [],
  'no-rows': [],
  'workbook-closed': [],
  'cells-merged': ['cells'],
  'quote-not-closed': ['line'],
  'cell-too-long': ['line', 'limit'],
  'formula-in-total': ['line'],
  'total-unreadable': ['line'],
  'below-total': ['line'],
} as const satisfies Record<string, readonly string[]>;

export type FieldReasonCode = keyof typeof FIELD_REASONS;
type ParamsOf<C extends FieldReasonCode> = (typeof FIELD_REASONS)[C][number];

export type FieldReason = {
  readonly [C in FieldReasonCode]: {
    readonly code: C;
    readonly params?: Readonly<Record<ParamsOf<C>, string | number>>;
  };
}[FieldReasonCode];

const rules = new Map<string, FieldReason>();

/** The message of a schema's own rule; the reason can be found again by the message. */
export function ruleMessage(message: string, reason: FieldReason): () => string {
  rules.set(message, reason);
  return () => message;
}

export function reasonOfRule(message: string): FieldReason | undefined {
  return rules.get(message);
}
