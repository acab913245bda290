// The state duty (госпошлина) for taking a debt to a court of general jurisdiction, and the maximum sum of a court order.
import { compareDays, formatDay } from '../../calendar/day.ts';
import { fraction, roundHalfUp, type Fraction } from '../../money/fraction.ts';
import type { Kopecks } from '../../money/kopecks.ts';

/** A court order is requested by an application and needs no hearing; everything else is a claim. */
export const PROCEEDINGS = ['order', 'claim'] as const;
export type Proceeding = (typeof PROCEEDINGS)[number];

/** For sums above the bound: a fixed part, and a share of the excess. */
type Band = {
  readonly aboveKopecks: Kopecks;
  readonly fixedKopecks: Kopecks;
  /** Hundredths of a per cent. */
  readonly shareE4: bigint;
};

/**
 * Source: Tax Code art. 333.19 p. 1 sub-p. 1, edition of Federal Law 259-FZ of 2024-08-08, in force since 2024-09-08.
 */
const DUTY_KNOWN_FROM = Temporal.PlainDate.from('2024-09-08');
const MOST_KOPECKS = 900_000_00n;
const BANDS: readonly Band[] = [
  { aboveKopecks: 0n, fixedKopecks: 4_000_00n, shareE4: 0n },
  { aboveKopecks: 100_000_00n, fixedKopecks: 4_000_00n, shareE4: 300n },
  { aboveKopecks: 300_000_00n, fixedKopecks: 10_000_00n, shareE4: 250n },
  { aboveKopecks: 500_000_00n, fixedKopecks: 15_000_00n, shareE4: 200n },
  { aboveKopecks: 1_000_000_00n, fixedKopecks: 25_000_00n, shareE4: 100n },
  { aboveKopecks: 3_000_000_00n, fixedKopecks: 45_000_00n, shareE4: 70n },
  { aboveKopecks: 8_000_000_00n, fixedKopecks: 80_000_00n, shareE4: 35n },
  { aboveKopecks: 24_000_000_00n, fixedKopecks: 136_000_00n, shareE4: 30n },
  { aboveKopecks: 50_000_000_00n, fixedKopecks: 214_000_00n, shareE4: 20n },
  { aboveKopecks: 100_000_000_00n, fixedKopecks: 314_000_00n, shareE4: 15n },
];

/** The maximum sum of a court order. Source: Code of Civil Procedure art. 121 p. 1. */
export const MOST_BY_ORDER_KOPECKS = 500_000_00n;

/** The day is before the earliest edition of the law implemented here. */
export class DutyNotKnownError extends RangeError {
  override readonly name = 'DutyNotKnownError';
}

/**
 * The state duty, in kopecks of whole roubles.
 * @param claimedKopecks principal and penalties, above zero
 * @param day the day on which the application or the claim is filed
 * @throws DutyNotKnownError before the edition of 2024-09-08
 * Source: Tax Code art. 333.19 p. 1 sub-p. 1 (the scale of a claim) and sub-p. 2 (an application for a court order costs
 *   half of it); art. 52 p. 6 (whole roubles, 50 kopecks and more count as one).
 */
export function stateDuty(
  claimedKopecks: Kopecks,
  proceeding: Proceeding,
  day: Temporal.PlainDate,
): Kopecks {
  if (claimedKopecks <= 0n) throw new RangeError(`no duty on a claim of ${claimedKopecks} kopecks`);
  if (compareDays(day, DUTY_KNOWN_FROM) < 0)
    throw new DutyNotKnownError(`the state duty is not known before ${formatDay(DUTY_KNOWN_FROM)}`);
  const { numerator, denominator } = ofClaim(claimedKopecks);
  const halves = proceeding === 'order' ? 2n : 1n;
  return roundHalfUp(fraction(numerator, denominator * halves * 100n), 0) * 100n;
}

/** In kopecks, unrounded. */
function ofClaim(claimedKopecks: Kopecks): Fraction {
  const band = BANDS.findLast(({ aboveKopecks }) => claimedKopecks > aboveKopecks);
  if (band === undefined) throw new RangeError('the first band begins at zero');
  const over = (claimedKopecks - band.aboveKopecks) * band.shareE4;
  const duty = fraction(band.fixedKopecks * 10_000n + over, 10_000n);
  return duty.numerator > MOST_KOPECKS * duty.denominator ? fraction(MOST_KOPECKS) : duty;
}
