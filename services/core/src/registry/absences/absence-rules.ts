// Checks an absence against the others of its account. Days are `YYYY-MM-DD`: sorting them as text is chronological.
import type { Absence } from '@kvartplata/contracts/core/absences.ts';
import type { RegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { personsForNorm } from '@kvartplata/domain/regulation/individual-charge/norm-volume.ts';

export type Away = Pick<Absence, 'from' | 'to' | 'persons'>;

export type Dwelling = {
  /** The whole history, in chronological order. */
  readonly registered: readonly RegisteredPersons[];
  readonly owners: number;
};

export type CrowdedDay = { readonly day: string; readonly away: number; readonly living: number };

/**
 * The first day of the absence on which more persons would be absent than are registered; undefined when there is none.
 * @param others of the same account
 */
export function findCrowdedDay(
  absence: Away,
  others: readonly Away[],
  dwelling: Dwelling,
): CrowdedDay | undefined {
  return daysOfChange(absence, others, dwelling)
    .map((day) => ({
      day,
      away: sumOn(day, [absence, ...others]),
      living: livingOn(day, dwelling),
    }))
    .find(({ away, living }) => away > living);
}

/** The days of the absence on which the numbers may change. */
function daysOfChange(
  { from, to }: Away,
  others: readonly Away[],
  { registered }: Dwelling,
): readonly string[] {
  const days = [
    from,
    ...others.map((other) => other.from),
    ...registered.map(({ validFrom }) => validFrom),
  ];
  return days.filter((day) => day >= from && day <= to).toSorted();
}

function sumOn(day: string, all: readonly Away[]): number {
  return all.reduce(
    (sum, { from, to, persons }) => (from <= day && day <= to ? sum + persons : sum),
    0,
  );
}

function livingOn(day: string, { registered, owners }: Dwelling): number {
  const count = registered.findLast(({ validFrom }) => validFrom <= day)?.count ?? 0;
  return personsForNorm(count, owners).persons;
}
