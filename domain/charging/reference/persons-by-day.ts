// Who lives at an account on a day, in the reference calculation.
import type { AccountFacts } from '../house-facts.ts';
import { given } from './book.ts';
import { digitsOf, isWithin } from './calendar.ts';

export function personsRow({ registeredPersons }: AccountFacts, day: number): number {
  return registeredPersons.findLastIndex(({ validFrom }) => digitsOf(validFrom) <= day);
}

export function personsOn(account: AccountFacts, day: number): number {
  const { count } = given(account.registeredPersons[personsRow(account, day)]);
  return count === 0 ? account.owners : count;
}

/** The registered persons; owners do not count in their place. */
export function registeredOn(account: AccountFacts, day: number): number {
  return given(account.registeredPersons[personsRow(account, day)]).count;
}

export function awayOn({ absences }: AccountFacts, day: number): number {
  return absences
    .filter(({ from, to }) => from.until(to, { largestUnit: 'day' }).days + 1 > 5)
    .filter(({ from, to }) => isWithin(day, from, to))
    .reduce((sum, { persons }) => sum + persons, 0);
}
