// Days typed into a form.
import { parseDay, showDay } from './days.ts';

/** Reports `wrong` for each of these fields with something that is not a day; empty ones are left to `required`. */
export function wrongDays<Name extends string>(
  typed: Readonly<Record<Name, string>>,
  names: readonly Name[],
  wrong: string,
): Partial<Record<Name, string>> {
  const found = names.filter(
    (name) => typed[name].trim() !== '' && parseDay(typed[name]) === undefined,
  );
  return Object.fromEntries(found.map((name) => [name, wrong])) as Partial<Record<Name, string>>;
}

/** For a field that may stay empty. */
export function typedDay(day: string | null): string {
  return day === null ? '' : showDay(day);
}
