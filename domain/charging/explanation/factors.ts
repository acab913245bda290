// The factors of a part's volume, as a sentence shows them: `2 persons × 3.19 (order 5) × 15/31`.
import type { ChargePart, Grounds } from '../charge-line.ts';
import type { Speech } from './speech.ts';
import { longestOf } from './volumes.ts';

/** For persons and norms, absences, and the heat in water; empty for a volume that is spread evenly. */
export function commonFactors(
  grounds: Grounds,
  part: ChargePart,
  speech: Speech,
): readonly string[] {
  const { say, number } = speech;
  const { persons, coefficient, absentPersonDays, heatNorm, heatNormBasis } = part;
  const heat = heatNorm === undefined ? [] : [`${number(heatNorm)} Гкал/м³${named(heatNormBasis)}`];
  if (absentPersonDays !== undefined)
    return [
      `−${normFactor(part, speech)}`,
      `${absentPersonDays} ${say('чел.-дн.', 'person-days')} / ${grounds.daysInMonth}`,
      ...heat,
    ];
  if (part.contractVolume !== undefined)
    return [...contractFactors(grounds, part, speech), ...heat];
  if (persons === undefined)
    return heat.length === 0 ? [] : [say('объём воды', 'volume of water'), ...heat];
  const whom = part.personsAreOwners === true ? say('собств.', 'owners') : say('чел.', 'persons');
  const excess = coefficient === undefined ? [] : [`(${number(coefficient)} − 1)`];
  return [
    `${persons} ${whom}`,
    normFactor(part, speech),
    ...daysFactor(grounds, part),
    ...excess,
    ...heat,
  ];
}

/** For the account's share of the room's volume. */
export function roomFactors(grounds: Grounds, part: ChargePart, speech: Speech): readonly string[] {
  const { say, number } = speech;
  const others = commonFactors(grounds, part, speech);
  if (part.roomShare === undefined) return others;
  return [
    `${say('доля в объёме помещения', 'share of the room’s volume')} ${number(part.roomShare)}`,
    ...others,
  ];
}

/** For the day of the act: each meter's capacity and days, or persons and ten times their norm for some months. */
export function tamperingFactors(
  grounds: Grounds,
  part: ChargePart,
  speech: Speech,
): readonly string[] {
  const { say, number } = speech;
  const { tampering, persons, roomShare, heatNorm, heatNormBasis } = part;
  if (tampering === undefined) return commonFactors(grounds, part, speech);
  const heat = heatNorm === undefined ? [] : [`${number(heatNorm)} Гкал/м³${named(heatNormBasis)}`];
  if (persons !== undefined) {
    const whom = part.personsAreOwners === true ? say('собств.', 'owners') : say('чел.', 'persons');
    const months = number(longestOf(tampering).months);
    return [
      `${persons} ${whom}`,
      normFactor(part, speech),
      '10',
      `${months} ${say('мес.', 'months')}`,
      ...heat,
    ];
  }
  const capacities = tampering.map(
    ({ capacityPerDay, days }) =>
      `${number(capacityPerDay)} ${say('в сутки', 'a day')} × ${days} ${say('дн.', 'days')}`,
  );
  const share = roomShare === undefined ? [] : [number(roomShare)];
  return [
    capacities.length > 1 ? `(${capacities.join(' + ')})` : capacities.join(''),
    ...share,
    ...heat,
  ];
}

/** For the account's part of a year: the months in these days, unless they are all. */
export function yearFactors(
  { ownVolume, months }: Grounds,
  part: ChargePart,
  speech: Speech,
): readonly string[] {
  const { say, number } = speech;
  const { heatNorm, heatNormBasis } = part;
  const heat = heatNorm === undefined ? [] : [`${number(heatNorm)} Гкал/м³${named(heatNormBasis)}`];
  const share =
    part.months === months
      ? []
      : [`${number(part.months)} / ${number(months)} ${say('мес.', 'months')}`];
  return share.length + heat.length === 0 ? [] : [number(ownVolume), ...share, ...heat];
}

function contractFactors(
  grounds: Grounds,
  part: ChargePart,
  { say, number }: Speech,
): readonly string[] {
  return [
    `${number(part.contractVolume)} ${say('в месяц', 'a month')}`,
    ...daysFactor(grounds, part),
  ];
}

/** The norm with the act that it is based on. */
export function normFactor({ norm, normBasis }: ChargePart, { number }: Speech): string {
  return `${number(norm)}${named(normBasis)}`;
}

/** Empty for a whole month. */
export function daysFactor({ daysInMonth }: Grounds, { days }: ChargePart): readonly string[] {
  return days === daysInMonth ? [] : [`${days}/${daysInMonth}`];
}

/** The act behind a value, in brackets. */
export function named(basis: string | undefined): string {
  return basis === undefined || basis === '' ? '' : ` (${basis})`;
}
