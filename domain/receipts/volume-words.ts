// How the volume of a receipt's line was found, in a few Russian words; the page behind the receipt's link explains it in full.
import type {
  ChargeBasis,
  ChargePart,
  MeterBasis,
  UnreadMeterBasis,
} from '../charging/charge-line.ts';
import { formatShown, parseExact } from '../charging/exact-text.ts';
import { isMetered, readingsOf } from '../charging/explanation/volumes.ts';
import { add, isNegative, multiply, sum, fraction } from '../money/fraction.ts';
import { sumBy } from '../money/sums.ts';
import { shortDecimal } from '../text/short-decimal.ts';

/**
 * For the month's own charge; null for recalculations, benefits, and monthly sums without a volume. Decimals have a point, as in
 * the basis, and no trailing zeros. The words compute to the line's volume, because residents check them.
 */
export function volumeInWords(basis: ChargeBasis): string | null {
  const isBeside = basis.correction ?? basis.acts ?? basis.benefits;
  if (isBeside !== undefined) return null;
  const { house, area, volumes, daysInMonth } = basis;
  const days = basis.parts.reduce((total, part) => total + part.days, 0);
  if (basis.component === 'heat') return ofWater(basis);
  if (basis.commonVolume !== undefined)
    return `своё тепло ${short(basis.ownVolume)} + часть общего тепла дома ${short(basis.commonVolume)}`;
  if (house !== undefined)
    return `доля от ${short(house.shared)}: ${short(area)} / ${short(house.roomsArea)} м²${ofMonth(days, daysInMonth)}`;
  if (volumes !== undefined) return ofWaters(Object.values(volumes), basis);
  const found = [
    ...(basis.room === undefined ? byMeters(basis) : [ofRoom(basis)]),
    ...withoutMeter(basis),
  ];
  if (found.length > 0) return found.join(' + ');
  if (area === undefined) return null;
  return `площадь ${short(area)} м²${ofMonth(days, daysInMonth)}`;
}

/** The line of the water itself, above, says how its volume was found. */
function ofWater({ parts }: ChargeBasis): string {
  const norms = new Set(parts.map(({ heatNorm }) => short(heatNorm)));
  return `объём воды × ${[...norms].join(' и ')} Гкал/м³`;
}

function ofWaters(volumes: readonly string[], basis: ChargeBasis): string {
  const words = `сумма объёмов воды: ${summed(volumes.map(short))}`;
  return isNegative(sum(volumes.map(parseExact))) ? belowZero(words) : ofCharged([words], basis);
}

/** Readings less what estimates have charged are never charged below zero: the rest is a recalculation. */
function byMeters(basis: ChargeBasis): readonly string[] {
  const { meters = [], unread = [], daysInMonth } = basis;
  const { metered, estimated } = readingsOf(meters);
  const isBelow = isNegative(add(metered, multiply(estimated, fraction(-1n))));
  const read = meters.map(counted);
  const found = [
    ...(isBelow ? [belowZero(read.join(' + '))] : read),
    ...unread.flatMap((meter) => averaged(meter, daysInMonth)),
  ];
  return found.length === 0 ? [] : [ofCharged(found, basis)];
}

function belowZero(words: string): string {
  return `0: ${words} меньше нуля`;
}

/** Some of the days may be paid to somebody else. */
function ofCharged(found: readonly string[], { parts, spreadDays }: ChargeBasis): string {
  const words = found.join(' + ');
  if (spreadDays === undefined) return words;
  const days = sumBy(parts.filter(isMetered), (part) => BigInt(part.days));
  return `(${words}) × ${days}/${spreadDays}`;
}

function counted({ current, previous, rollover, estimated }: MeterBasis): string {
  const charged = estimated === undefined ? '' : ` − ${short(estimated)} (начислено раньше)`;
  return `по прибору: ${short(current)} − ${short(previous)}${rollover ? ', через ноль' : ''}${charged}`;
}

/** With the averages of unread meters. */
function ofRoom({ room, ownVolume, parts }: ChargeBasis): string {
  const ofDays = parts.filter(({ roomShare }) => roomShare !== undefined);
  const charged =
    room?.shareDays === undefined
      ? ownVolume
      : formatShown(sum(ofDays.map(({ volume }) => parseExact(volume))));
  return `по приборам помещения: ${short(charged)} из ${short(room?.volume)}`;
}

/** Empty for an average that is not charged, because the norm is. */
function averaged(
  { average, period, estimate }: UnreadMeterBasis,
  daysInMonth: number,
): readonly string[] {
  if (average === undefined || estimate === undefined) return [];
  const { volume, months, days } = average;
  return [
    `по среднему: ${short(volume)} за ${months} мес.${ofMonth(days, daysInMonth)}, период ${period}-й`,
  ];
}

/** Days that are counted alike are told together, such as those before and after another tariff. */
function withoutMeter(basis: ChargeBasis): readonly string[] {
  const daysOf = new Map<string, number>();
  for (const part of basis.parts) {
    const words = monthWithoutMeter(part, basis);
    if (words !== null) daysOf.set(words, (daysOf.get(words) ?? 0) + part.days);
  }
  return [...daysOf].map(([words, days]) => `${words}${ofMonth(days, basis.daysInMonth)}`);
}

function monthWithoutMeter(
  { norm, persons, personsAreOwners, contractVolume, ownHeat }: ChargePart,
  { area, heatingMonths, common }: ChargeBasis,
): string | null {
  // Nobody is registered, which the head of the receipt states.
  const whom = personsAreOwners === true ? 'собств.' : 'чел.';
  if (contractVolume !== undefined) return `по договору: ${short(contractVolume)} в месяц`;
  if (norm === undefined) return persons === undefined ? null : `${persons} ${whom}`;
  if (persons !== undefined) return `по нормативу: ${short(norm)} × ${persons} ${whom}`;
  const ofCommon =
    ownHeat === true && common !== undefined
      ? ` × ${short(common.area)} / ${short(common.roomsArea)}`
      : '';
  const twelfths = heatingMonths === undefined ? '' : ` × ${heatingMonths}/12`;
  return `по нормативу: ${short(norm)} × ${short(area)} м²${ofCommon}${twelfths}`;
}

/** Empty for a whole month. */
function ofMonth(days: number, daysInMonth: number): string {
  return days === daysInMonth ? '' : ` × ${days}/${daysInMonth}`;
}

/** Empty for none; a fraction is rounded. */
function short(decimal: string | undefined): string {
  if (decimal === undefined) return '';
  const shown = decimal.includes('/') ? formatShown(parseExact(decimal)) : decimal;
  return shortDecimal(shown).replace('-', '−');
}

function summed([first = '', ...others]: readonly string[]): string {
  const added = others.map((one) => (one.startsWith('−') ? ` − ${one.slice(1)}` : ` + ${one}`));
  return `${first}${added.join('')}`;
}
