// The prices of a receipt's line: a month has several tariffs when one begins on some day of it, or above some volume, and several
// coefficients K when another begins.
import type { ChargeBasis, ChargePart } from '../charging/charge-line.ts';
import { formatScaled, parseScaled } from '../money/scaled.ts';
import { shortDecimal } from '../text/short-decimal.ts';

const PLACES = 6;

type Priced = { readonly tariff: string; readonly volumeE6: bigint };

/** Decimals, in the order in which they begin; none for a line without a volume. */
export function tariffsOf(basis: Pick<ChargeBasis, 'parts'>): readonly string[] {
  return [...volumesByTariff(basis).keys()];
}

/** The coefficients K of an excess, in the order in which they begin. */
export function coefficientsOf({ parts }: Pick<ChargeBasis, 'parts'>): readonly string[] {
  const charged = parts.filter(({ volume }) => parseScaled(volume, PLACES) !== 0n);
  return [...new Set(charged.flatMap(({ coefficient }) => coefficient ?? []))];
}

/** What each of several tariffs has priced: `1.5 × 100 + 1.6 × 120`; null for a single one. */
export function tariffsInWords(basis: Pick<ChargeBasis, 'parts'>): string | null {
  const volumes = [...volumesByTariff(basis)];
  if (volumes.length < 2) return null;
  return volumes
    .map(
      ([tariff, volumeE6]) =>
        `${shortDecimal(formatScaled(volumeE6, PLACES))} × ${shortDecimal(tariff)}`,
    )
    .join(' + ');
}

function volumesByTariff({ parts }: Pick<ChargeBasis, 'parts'>): ReadonlyMap<string, bigint> {
  const priced = parts.flatMap(pricedOf).filter(({ volumeE6 }) => volumeE6 !== 0n);
  const volumes = new Map<string, bigint>();
  for (const { tariff, volumeE6 } of priced)
    volumes.set(tariff, (volumes.get(tariff) ?? 0n) + volumeE6);
  return volumes;
}

/** A part's volume up to the first bound of its tariff ranges, and above each. */
function pricedOf({ tariff, volume, ranges = [] }: ChargePart): readonly Priced[] {
  const above = ranges.map((range) => ({
    tariff: range.tariff,
    volumeE6: parseScaled(range.volume, PLACES),
  }));
  const inAll = parseScaled(volume, PLACES);
  return [
    { tariff, volumeE6: above.reduce((rest, { volumeE6 }) => rest - volumeE6, inAll) },
    ...above,
  ];
}
