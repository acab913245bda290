// How the volume of a receipt's line was found, in a few Russian words; the page behind the receipt's link explains it in full.
import type {
  ChargeBasis,
  ChargePart,
  MeterBasis,
  UnreadMeterBasis,
} from '../charging/charge-line.ts';
import { shortDecimal } from '../text/short-decimal.ts';

/**
 * For the month's own charge; null for recalculations, benefits, and monthly sums without a volume. Decimals have a point, as in
 * the basis, and no trailing zeros.
 */
export function volumeInWords(basis: ChargeBasis): string | null {
  const isBeside = basis.correction ?? basis.acts ?? basis.benefits;
  if (isBeside !== undefined) return null;
  const { house, area, volumes } = basis;
  if (house !== undefined)
    return `доля от ${short(house.shared)}: ${short(area)} / ${short(house.roomsArea)} м²`;
  if (volumes !== undefined)
    return `сумма объёмов воды: ${Object.values(volumes).map(short).join(' + ')}`;
  const found = [
    ...(basis.room === undefined ? (basis.meters ?? []).map(counted) : [ofRoom(basis)]),
    ...(basis.unread ?? []).flatMap(averaged),
    ...new Set(basis.parts.flatMap((part) => withoutMeter(part, area))),
  ];
  if (found.length > 0) return found.join(' + ');
  return area === undefined ? null : `площадь ${short(area)} м²`;
}

function counted({ current, previous, rollover }: MeterBasis): string {
  return `по прибору: ${short(current)} − ${short(previous)}${rollover ? ', через ноль' : ''}`;
}

function ofRoom({ room, ownVolume }: ChargeBasis): string {
  return `по приборам помещения: ${short(ownVolume)} из ${short(room?.volume)}`;
}

function averaged({ average, period }: UnreadMeterBasis): readonly string[] {
  if (average === undefined) return [];
  return [`по среднему: ${short(average.volume)} за ${average.months} мес., период ${period}-й`];
}

function withoutMeter(
  { norm, persons, personsAreOwners, contractVolume }: ChargePart,
  area: string | undefined,
): readonly string[] {
  // Nobody is registered, which the head of the receipt states.
  const whom = personsAreOwners === true ? 'собств.' : 'чел.';
  if (contractVolume !== undefined) return [`по договору: ${short(contractVolume)} в месяц`];
  if (norm === undefined) return persons === undefined ? [] : [`${persons} ${whom}`];
  if (persons !== undefined) return [`по нормативу: ${short(norm)} × ${persons} ${whom}`];
  return [`по нормативу: ${short(norm)} × ${short(area)} м²`];
}

/** Empty for none. */
function short(decimal: string | undefined): string {
  return shortDecimal(decimal ?? '');
}
