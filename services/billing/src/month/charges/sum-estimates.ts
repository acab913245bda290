// What was charged in place of a meter since its last reading, summed over all those months.
import type { LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import { LINE } from '@kvartplata/domain/charging/charge-line.ts';
import { parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { sumOf } from '@kvartplata/domain/money/sums.ts';
import type { EstimateRow, GoneLine } from './estimates.repository.ts';

/** By meter, in millionths of its unit, as `estimatedE6` in the house facts. */
export type Estimates = ReadonlyMap<number, bigint>;

/** A line of a correction that is not charged yet. */
export type FoundLine = Pick<
  ChargeLine,
  'personalAccountId' | 'houseServiceId' | 'line' | 'basis'
> & {
  /** The first day of the corrected month. */
  readonly correctedPeriod: string;
};

/** @param found lines of earlier months that will be charged together with this one: they replace the standing charges */
export function sumEstimates(
  late: readonly LateMeter[],
  standing: readonly EstimateRow[],
  found: readonly FoundLine[],
): Estimates {
  const rowsOf = Map.groupBy(standing, placeOf);
  const sums = new Map<number, bigint>();
  for (const meter of late) {
    const months = new Map(
      (rowsOf.get(placeOf(meter)) ?? []).map(({ month, estimate }) => [
        month,
        parseScaled(estimate, 6),
      ]),
    );
    for (const line of found)
      if (standsInFor(meter, line)) months.set(line.correctedPeriod, estimateIn(meter, line));
    const own = sumOf(months.values());
    sums.set(meter.meterId, (sums.get(meter.meterId) ?? 0n) + own);
  }
  return sums;
}

/** The lines of the service itself that nothing replaces. */
export function goneLines(found: readonly FoundLine[]): readonly GoneLine[] {
  return found.filter(({ line, basis }) => line === LINE.service && !isCharged(basis));
}

/** A meter of a room is late once for each account that was charged a part of it. */
function placeOf({
  meterId,
  personalAccountId,
}: Pick<EstimateRow, 'meterId' | 'personalAccountId'>): string {
  return `${meterId}/${personalAccountId}`;
}

function standsInFor(
  { personalAccountId, houseServiceId, estimatedSince }: LateMeter,
  line: FoundLine,
): boolean {
  // Of a house-wide meter, an account that is charged no more says nothing: the others still are.
  const isOfMeter =
    personalAccountId === null
      ? isCharged(line.basis)
      : line.personalAccountId === personalAccountId;
  return (
    line.line === LINE.service &&
    line.houseServiceId === houseServiceId &&
    isOfMeter &&
    line.correctedPeriod.slice(0, 7) >= estimatedSince
  );
}

function isCharged({ correction }: ChargeLine['basis']): boolean {
  return correction?.now !== undefined;
}

/** None where the month is now charged by a reading, or not at all. */
function estimateIn({ meterId }: LateMeter, { basis }: FoundLine): bigint {
  const unread = basis.correction?.now?.unread?.find((meter) => meter.meterId === meterId);
  return parseScaled(unread?.estimate ?? '0', 6);
}
