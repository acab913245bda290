// An account in one month: the days on which it is open, and who is counted on each.
import { daysBetween } from '../calendar/day.ts';
import { formatScaled } from '../money/scaled.ts';
import { isRecalculated } from '../regulation/absence/absence.ts';
import { personsForNorm } from '../regulation/individual-charge/norm-volume.ts';
import type { AbsenceFacts, AccountFacts, AccountServiceFacts } from './house-facts.ts';
import { cutAt, dayNumber, type DaySet, type MonthDays } from './month-days.ts';
import { UncomputableError } from './uncomputable.ts';

export type PreparedAccount = {
  readonly facts: AccountFacts;
  /** The days on which it is open; none when `first` is above `last`. */
  readonly first: number;
  readonly last: number;
  /** Square metres multiplied by its share of the room: ten places. */
  readonly areaE10: bigint;
  /** The area as explanations show it. */
  readonly area: AreaBasis;
  readonly persons: readonly Residents[];
  readonly personsCuts: DaySet;
  /** How many persons are absent on each day, counting absences that are long enough; null when nobody is. */
  readonly absentPersons: readonly number[] | null;
  /** What differs for the account, by the ids of the house's services; null when nothing does. */
  readonly services: ReadonlyMap<number, readonly AccountServiceFacts[]> | null;
};

/** The account's square metres; with a share of the room, to six places, and also what they follow from. */
export type AreaBasis = {
  readonly area: string;
  readonly roomArea?: string;
  readonly share?: string;
};

/** Who is counted from a day on: the registered persons, or the owners if nobody is registered. */
export type Residents = {
  readonly from: number;
  readonly persons: number;
  readonly areOwners: boolean;
};

const WHOLE_SHARE = 100_000_000n;
/** To be displayed with six places, as volumes are, so that an explanation's figures give its result. */
const SHOWN_PLACES = 6;
const E10_OF_SHOWN = 10_000n;

export function prepareAccount(month: MonthDays, facts: AccountFacts): PreparedAccount {
  let personsCuts = 0;
  const persons = facts.registeredPersons.map(({ count, validFrom }): Residents => {
    const from = dayNumber(month, validFrom);
    personsCuts |= cutAt(month, from);
    return { from, ...personsForNorm(count, facts.owners) };
  });
  const areaE10 = facts.areaE2 * facts.shareE8;
  return {
    facts,
    first: Math.max(1, dayNumber(month, facts.openedOn)),
    last:
      facts.closedOn === null
        ? month.length
        : Math.min(month.length, dayNumber(month, facts.closedOn)),
    areaE10,
    area: shownArea(facts, areaE10),
    persons,
    personsCuts,
    absentPersons: facts.absences.length === 0 ? null : absentPersons(month, facts.absences),
    services:
      facts.services.length === 0
        ? null
        : Map.groupBy(facts.services, ({ houseServiceId }) => houseServiceId),
  };
}

/** @throws UncomputableError persons-missing */
export function residentsOn(account: PreparedAccount, month: MonthDays, day: number): Residents {
  const residents = account.persons.findLast(({ from }) => from <= day);
  if (residents === undefined)
    throw new UncomputableError('persons-missing', { day: month.texts[day] ?? '' });
  return residents;
}

function absentPersons(month: MonthDays, absences: readonly AbsenceFacts[]): readonly number[] {
  const away = Array.from({ length: month.length + 1 }, () => 0);
  for (const { from, to, persons } of absences) {
    if (!isRecalculated(daysBetween(from, to) + 1)) continue;
    const last = Math.min(month.length, dayNumber(month, to));
    for (let day = Math.max(1, dayNumber(month, from)); day <= last; day++)
      away[day] = (away[day] ?? 0) + persons;
  }
  return away;
}

function shownArea({ areaE2, shareE8 }: AccountFacts, areaE10: bigint): AreaBasis {
  if (shareE8 === WHOLE_SHARE) return { area: formatScaled(areaE2, 2) };
  return {
    area: formatScaled((areaE10 + E10_OF_SHOWN / 2n) / E10_OF_SHOWN, SHOWN_PLACES).replace(
      /0{1,4}$/,
      '',
    ),
    roomArea: formatScaled(areaE2, 2),
    share: formatScaled(shareE8, 8),
  };
}
