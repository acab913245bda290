// Finds the columns of a table by the titles that a profile knows.
import { folded } from '@kvartplata/platform/table-files/titles.ts';

/** The possible titles of each field, in lower case and with `е` for `ё`, the best one first. */
export type Titles<Field extends string> = Readonly<Record<Field, readonly string[]>>;

/** The column index of each field; fields missing in the header are left out. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, number>>>;

export function columnsOf<Field extends string>(
  header: readonly string[],
  titles: Titles<Field>,
): Columns<Field> {
  const present = header.map(folded);
  const places = (Object.entries(titles) as [Field, readonly string[]][]).map(([field, known]) => {
    const title = known.find((one) => present.includes(one));
    return [field, title === undefined ? undefined : present.indexOf(title)] as const;
  });
  return Object.fromEntries(places.filter(([, place]) => place !== undefined)) as Columns<Field>;
}

/** The columns of the header that have one of these titles, as the header spells them. */
export function titledAs(header: readonly string[], titles: readonly string[]): readonly string[] {
  return header.filter((title) => titles.includes(folded(title)));
}

export function cellOf<Field extends string>(
  columns: Columns<Field>,
  cells: readonly string[],
  field: Field,
): string {
  const place = columns[field];
  return place === undefined ? '' : (cells[place] ?? '');
}
