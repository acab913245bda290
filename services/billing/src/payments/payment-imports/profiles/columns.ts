// The columns of a table that a profile knows by their titles.

/** Where in a row each field stands; fields that the header does not have are left out. */
export type Columns<Field extends string> = Readonly<Partial<Record<Field, number>>>;

/**
 * @param titles of each field the titles that it may have, in small letters and with `е` for `ё`, the best one first
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

/** Those of the fields whose title several columns have: which of them is meant cannot be told. */
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

function folded(title: string): string {
  return title.toLowerCase().replaceAll('ё', 'е').replaceAll(/\s+/gu, ' ').trim();
}
