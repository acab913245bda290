// The line for acts of interference with a meter: what they charge in addition for the time before the act.
import { fromScaled, multiply, sum } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import { formatDay } from '../../../calendar/day.ts';
import { normVolume } from '../../../regulation/individual-charge/norm-volume.ts';
import {
  tamperedByCapacity,
  tamperedByNorm,
  tamperedTime,
  type TamperedTime,
} from '../../../regulation/tampering/tampering.ts';
import { LINE, type TamperingBasis } from '../../charge-line.ts';
import { formatExact } from '../../exact-text.ts';
import type { MeterFacts } from '../../house-facts.ts';
import { cutAt, dayNumber, hasDay, type DaySet } from '../../month-days.ts';
import { residentsOn, type PreparedAccount } from '../../prepared-account.ts';
import { ofPersons } from '../../prepared-service.ts';
import { roomShareOn } from '../../room-meters.ts';
import { isDwelling, recalculationLines, type ServiceLines } from '../../service-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import type { Place, StretchVolume } from '../../volume-source.ts';

type Act = {
  readonly meter: MeterFacts;
  readonly time: TamperedTime;
  readonly capacityPerDayE3: bigint | null;
};

/**
 * The given lines, and what acts of interference charge: at the tariff and the norm and for the persons on the day of the act.
 * Acts of one day are charged together, since the norm is per person and not per meter.
 * @throws UncomputableError tampering-volume-missing, persons-missing
 */
export function withTampering(
  place: Place,
  roommates: readonly PreparedAccount[],
  charged: ServiceLines,
): ServiceLines {
  const acts = actsByDay(place);
  if (acts.size === 0) return charged;
  let cuts: DaySet = 0;
  const volumes = new Map<number, StretchVolume>();
  for (const [day, ofDay] of acts) {
    cuts |= cutAt(place.month, day) | cutAt(place.month, day + 1);
    volumes.set(day, volumeOf(place, roommates, day, ofDay));
  }
  const { lines, volume } = recalculationLines(
    place,
    { rule: 'tampering', cuts, on: ({ first }) => volumes.get(first), inputs: {} },
    LINE.tampering,
    LINE.tamperingHeat,
    charged.charged,
  );
  return { ...charged, lines: [...charged.lines, ...lines], tampered: volume };
}

/** For the days of the account; acts that reach back no day are left out. */
function actsByDay({ month, account, service, days }: Place): ReadonlyMap<number, readonly Act[]> {
  const acts = account.facts.meters
    .filter(({ houseServiceId }) => houseServiceId === service.facts.houseServiceId)
    .flatMap((meter) =>
      meter.tampered.map(({ on, lastCheckOn, capacityPerDayE3 }) => ({
        day: dayNumber(month, on),
        act: { meter, time: tamperedTime(on, lastCheckOn), capacityPerDayE3 },
      })),
    )
    .filter(
      ({ day, act }) => day >= 1 && day <= month.length && hasDay(days, day) && act.time.days > 0,
    );
  const byDay = Map.groupBy(acts, ({ day }) => day);
  return new Map([...byDay].map(([day, all]) => [day, all.map(({ act }) => act)]));
}

function volumeOf(
  place: Place,
  roommates: readonly PreparedAccount[],
  day: number,
  acts: readonly Act[],
): StretchVolume {
  const tampering = acts.map(basisOf);
  if (acts.some(({ capacityPerDayE3 }) => capacityPerDayE3 === null))
    return tenfoldNorm(place, day, acts, tampering);
  const shared = acts.some(({ meter }) => meter.ofRoom)
    ? roomShareOn(place, roommates, day)
    : undefined;
  const whole = sum(
    acts.map(({ capacityPerDayE3, time }) =>
      tamperedByCapacity(fromScaled(capacityPerDayE3 ?? 0n, 3), time),
    ),
  );
  return shared === undefined
    ? { volume: whole, inputs: { tampering } }
    : {
        volume: multiply(whole, shared),
        inputs: { roomShare: formatExact(shared), tampering },
      };
}

function tenfoldNorm(
  place: Place,
  day: number,
  acts: readonly Act[],
  tampering: readonly TamperingBasis[],
): StretchVolume {
  const { month, account, service } = place;
  const norm = service.norm.on[day];
  if (norm === undefined || !isDwelling(place)) throw volumeMissing(place, day, acts);
  const { persons, areOwners } = residentsOn(account, month, day);
  const own = ofPersons(norm, persons);
  const longest = acts.reduce((one, other) => (other.time.days > one.time.days ? other : one));
  return {
    volume: tamperedByNorm(normVolume(persons, own.value), longest.time),
    inputs: {
      norm: own.text,
      normBasis: own.basis,
      persons,
      personsAreOwners: areOwners,
      tampering,
    },
  };
}

function volumeMissing({ month, service }: Place, day: number, acts: readonly Act[]) {
  const act = acts.find(({ capacityPerDayE3 }) => capacityPerDayE3 === null);
  return new UncomputableError('tampering-volume-missing', {
    services: [service.facts.name],
    day: month.texts[day] ?? '',
    ...(act && { meter: act.meter.serialNumber }),
  });
}

function basisOf({ meter, time, capacityPerDayE3 }: Act): TamperingBasis {
  return {
    serialNumber: meter.serialNumber,
    from: formatDay(time.from),
    to: formatDay(time.to),
    days: time.days,
    months: formatExact(time.months),
    ...(capacityPerDayE3 !== null && { capacityPerDay: formatScaled(capacityPerDayE3, 3) }),
  };
}
