// Figures so large that they must be typing errors: the account is skipped with the reason instead of being charged.
import { compare, fraction, multiply, type Fraction } from '../money/fraction.ts';
import { formatKopecks } from '../money/kopecks.ts';
import { normVolume } from '../regulation/individual-charge/norm-volume.ts';
import { ofPersons } from './prepared-service.ts';
import { UncomputableError } from './uncomputable.ts';
import type { Place } from './volume-source.ts';

/** Units of a service that no account draws in a month. */
const MOST_OF_ACCOUNT = fraction(1_000_000n);
/** Units of a service that no house draws in a month. */
const MOST_OF_HOUSE = fraction(100_000_000n);
/** No account uses this many times its norm, even when one reading covers years. */
const MOST_TIMES_THE_NORM = 100n;
/** A billion roubles. */
const MOST_KOPECKS = 100_000_000_000n;

/**
 * A volume by meter or average, of either sign.
 * @throws UncomputableError volume-implausible above 10^6 units, or above 100 times the norm of the residents; a room where
 *   nobody lives has no such norm
 */
export function checkMeteredVolume(place: Place, volume: Fraction): void {
  const { name, houseServiceId } = place.service.facts;
  const meters = place.account.facts.meters.filter(
    (meter) => meter.houseServiceId === houseServiceId,
  );
  const of = { service: name, meters: meters.map(({ serialNumber }) => serialNumber) };
  const size = magnitude(volume);
  refuseAbove(size, MOST_OF_ACCOUNT, of);
  if (place.account.facts.roomKind === 'non-residential') return;
  const norm = place.service.norm.on[place.first];
  const residents = place.account.persons.findLast(({ from }) => from <= place.first);
  if (norm === undefined || residents === undefined) return;
  const byNorm = normVolume(residents.persons, ofPersons(norm, residents.persons).value);
  if (byNorm.numerator > 0n) refuseAbove(size, multiply(byNorm, fraction(MOST_TIMES_THE_NORM)), of);
}

/**
 * @param service its name
 * @throws UncomputableError volume-implausible above 10^8 units
 */
export function checkHouseVolume(service: string, volume: Fraction): void {
  refuseAbove(volume, MOST_OF_HOUSE, { service, meters: [] });
}

/**
 * @param service its name
 * @throws UncomputableError amount-implausible above 10^9 roubles, either way
 */
export function checkAmount(service: string, kopecks: bigint): void {
  if (kopecks > MOST_KOPECKS || kopecks < -MOST_KOPECKS)
    throw new UncomputableError('amount-implausible', {
      services: [service],
      figure: formatKopecks(kopecks),
      most: formatKopecks(MOST_KOPECKS),
    });
}

/** What is counted: a service by its name, and its meters by their serial numbers. */
type Counted = { readonly service: string; readonly meters: readonly string[] };

function refuseAbove(volume: Fraction, most: Fraction, { service, meters }: Counted): void {
  if (compare(volume, most) > 0)
    throw new UncomputableError('volume-implausible', {
      services: [service],
      ...(meters.length === 0 ? {} : { meter: meters.join(', ') }),
      figure: wholeUnits(volume),
      most: wholeUnits(most),
    });
}

function wholeUnits({ numerator, denominator }: Fraction): string {
  return (numerator / denominator).toString();
}

function magnitude({ numerator, denominator }: Fraction): Fraction {
  return { numerator: numerator < 0n ? -numerator : numerator, denominator };
}
