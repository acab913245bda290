// Finds the columns of a table by the titles that a profile knows.
import { folded } from '@kvartplata/platform/table-files/titles.ts';

/** The column index of each field; fields missing in the header are left out. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, number>>>;

/**
 * @param titles the possible titles of each field, in lower case and with `е` for `ё`, the best one first
 */
export function columnsOf<Field extends string>(
  header: readonly string[],
  titles: Readonly<Record<Field, readonly string[]>>,
): Columns<Field> {
  const present = header.map(folded);
  const places = (Object.entries(titles) as [Field, readonly string[]][]).map(([field, known]) => {
    const title = known.find((one) => present.includes(one));
    return [field, title === undefined ? undefined : present.indexOf(title)] as const;
  });
  return Object.fromEntries(places.filter(([, place]) => place !== undefined)) as Columns<Field>;
}

/** The fields whose title several columns have: which of them is meant is ambiguous. */
export function repeatedOf<Field extends string>(
  header: readonly string[],
  columns: Columns<Field>,
  fields: readonly Field[],
): readonly Field[] {
  const titles = header.map(folded);
  return fields.filter((field) => {
    const place = columns[field];
    return place !== undefined && titles.lastIndexOf(titles[place] ?? '') !== place;
  });
}

export function cellOf<Field extends string>(
  columns: Columns<Field>,
  cells: readonly string[],
  field: Field,
): string {
  const place = columns[field];
  return place === undefined ? '' : (cells[place] ?? '');
}
