// Days as somebody types them into a form.
import { parseDay, showDay } from './days.ts';

/** Says `wrong` of each of these fields that holds something that is no day; empty ones are for `required` to name. */
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
