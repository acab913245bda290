// What an address names: path parameters are records or months, and a search may be narrowed to a record.

const MONTH = /^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/;
/** Up to the precision of a number. */
const ID = /^[1-9]\d{0,14}$/;

/**
 * False for an address that belongs to no page, since one of its parameters is invalid.
 * @param parts as the router has them: `period`, `accountId` and the like
 */
export function canBeThere(parts: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(parts).every(([name, part = '']) =>
    name === 'period' ? MONTH.test(part) : !name.endsWith('Id') || ID.test(part),
  );
}

/**
 * The list that a record's page is in; undefined for a page that is about no record.
 * @param route `/houses/$houseId/meters`
 */
export function listAbove(route: string): string | undefined {
  const at = route.search(/\/\$[a-zA-Z]+Id\b/);
  return at === -1 ? undefined : route.slice(0, at);
}

/** A search without what belongs to one organization: a house, the record whose history is shown, a member. */
export function withoutRecords(search: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(search).filter(
      ([name, value]) =>
        name !== 'houseId' && name !== 'who' && !(name === 'object' && String(value).includes(':')),
    ),
  );
}
