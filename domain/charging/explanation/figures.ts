// Volumes in figures, as a formula shows them: `2.82 − 0 − 1.5 (charged by estimates)`.
import type {
  ChargePart,
  Grounds,
  HouseBasis,
  MeterBasis,
  UnreadMeterBasis,
} from '../charge-line.ts';
import { AVERAGED_PERIODS } from '../../regulation/unread-meter/unread-meter.ts';
import { formatShown, parseExact } from '../exact-text.ts';
import { shortened } from './speech.ts';
import { longestOf } from './volumes.ts';

/** A decimal without trailing zeros; empty if undefined. */
export function short(decimal: string | undefined): string {
  return decimal === undefined ? '' : shortened(decimal);
}

/** An exact volume as people read it: rounded where the whole truth is a fraction like 1701/155. */
export function shownVolume(exact: string | undefined): string {
  return exact === undefined ? '' : short(formatShown(parseExact(exact)));
}

export function countedByMeters(grounds: Grounds): string {
  return metersOf(grounds).join(' + ');
}

/** Meters on the days that have one, persons on the others. */
export function metersAndPersons(grounds: Grounds): string {
  return [...metersOf(grounds), ...personsOf(grounds)].join(' + ');
}

/** The room's meters and the account's shares; on the days without a meter, persons or the contract. */
export function partsOfRoom(grounds: Grounds): string {
  return partsOf(grounds, AVERAGED_PERIODS.residential);
}

/** For a room where nobody lives. */
export function partsOfNonResidentialRoom(grounds: Grounds): string {
  return partsOf(grounds, AVERAGED_PERIODS['non-residential']);
}

function partsOf(grounds: Grounds, most: number): string {
  const { room, ownVolume, parts } = grounds;
  const shares = [...new Set(parts.flatMap(({ roomShare }) => roomShare ?? []))].map(short);
  const shared = `${short(room?.volume)} of the room, by ${room?.by ?? ''} ${shares.join(', ')}: ${shownVolume(ownVolume)}`;
  const others = [...personsOf(grounds), ...contractsOf(grounds)];
  return [`${metersOf(grounds, most).join(' + ')} = ${shared}`, ...others].join(' + ');
}

/** For a room where nobody lives: meters on the days that have one, the contract volume on the others. */
export function metersAndContract(grounds: Grounds): string {
  const most = AVERAGED_PERIODS['non-residential'];
  return [...metersOf(grounds, most), ...contractsOf(grounds)].join(' + ');
}

export function contractVolumes(grounds: Grounds): string {
  return contractsOf(grounds).join(' + ');
}

export function personsTimesNorm(grounds: Grounds): string {
  return personsOf(grounds).join(' + ');
}

/** The norm of each part, with its days unless they are the whole month. */
export function normsOfDays({ parts, daysInMonth }: Grounds): string {
  return parts.map((part) => `${short(part.norm)}${daysOf(part, daysInMonth)}`).join(' + ');
}

export function absentTimesNorm({ parts, daysInMonth }: Grounds): string {
  return parts
    .map(
      ({ norm, absentPersonDays }) =>
        `−${short(norm)} × ${absentPersonDays} person-days / ${daysInMonth}`,
    )
    .join(' ');
}

/** For the day of each act: the greatest consumption since the last check, or persons and ten times their norm. */
export function tamperedVolumes({ parts }: Grounds): string {
  return parts
    .map(({ tampering = [], persons, norm, personsAreOwners, roomShare }) => {
      if (persons !== undefined && tampering.length > 0)
        return `${counted(persons, personsAreOwners)} × ${short(norm)} × 10 × ${short(longestOf(tampering).months)} months`;
      const all = tampering.map(
        ({ capacityPerDay, days }) => `${short(capacityPerDay)} a day × ${days} days`,
      );
      return roomShare === undefined
        ? all.join(' + ')
        : `(${all.join(' + ')}) × ${short(roomShare)} of the room`;
    })
    .join(' + ');
}

export function drainedTogether({ volumes }: Grounds): string {
  return Object.entries(volumes ?? {})
    .map(([code, volume]) => `${shownVolume(volume)} (${code})`)
    .join(' + ');
}

/** @param wholeOf how the volume shared out was found, unless it is simply the meter's */
export function sharedOut(
  { area, house }: Grounds,
  wholeOf?: (house: HouseBasis) => string,
): string | undefined {
  if (house === undefined) return undefined;
  const shared = short(house.shared);
  const whole = wholeOf === undefined ? shared : `${wholeOf(house)} = ${shared}`;
  return `${whole}, shared out by ${area} / ${house.roomsArea} m²`;
}

function metersOf(
  { meters, unread, daysInMonth }: Grounds,
  most: number = AVERAGED_PERIODS.residential,
): readonly string[] {
  return [
    ...(meters ?? []).map(countedBy),
    ...(unread ?? []).flatMap((meter) => averagedBy(meter, daysInMonth, most) ?? []),
  ];
}

function countedBy(meter: MeterBasis): string {
  const turn = meter.rollover ? ` + 10^${meter.digits}` : '';
  const charged =
    meter.estimated === undefined ? '' : ` − ${short(meter.estimated)} (charged by estimates)`;
  return `${short(meter.current)}${turn} − ${short(meter.previous)}${charged}`;
}

function averagedBy(
  { average, period }: UnreadMeterBasis,
  daysInMonth: number,
  most: number,
): string | undefined {
  return (
    average &&
    `${short(average.volume)} / ${average.months} months${daysOf(average, daysInMonth)} (period ${period} of ${most})`
  );
}

function personsOf({ parts, daysInMonth }: Grounds): readonly string[] {
  return parts.flatMap((part) =>
    part.persons === undefined ? [] : [ofPersons(part, daysInMonth)],
  );
}

function contractsOf({ parts, daysInMonth }: Grounds): readonly string[] {
  return parts.flatMap((part) =>
    part.contractVolume === undefined
      ? []
      : [`${short(part.contractVolume)} a month${daysOf(part, daysInMonth)}`],
  );
}

function ofPersons(part: ChargePart, daysInMonth: number): string {
  const excess = part.coefficient === undefined ? '' : ` × (${short(part.coefficient)} − 1)`;
  return `${counted(part.persons ?? 0, part.personsAreOwners)} × ${short(part.norm)}${daysOf(part, daysInMonth)}${excess}`;
}

function counted(persons: number, areOwners: boolean | undefined): string {
  return `${persons} ${areOwners === true ? 'owner' : 'person'}${persons === 1 ? '' : 's'}`;
}

function daysOf({ days }: { readonly days: number }, daysInMonth: number): string {
  return days === daysInMonth ? '' : ` × ${days}/${daysInMonth} days`;
}
