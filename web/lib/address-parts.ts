// Path parameters that name a record or a month: an address with an invalid one belongs to no page.

const MONTH = /^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/;
/** Up to the precision of a number. */
const ID = /^[1-9]\d{0,14}$/;

/** @param parts as the router has them: `period`, `accountId` and the like */
export function canBeThere(parts: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(parts).every(([name, part = '']) =>
    name === 'period' ? MONTH.test(part) : !name.endsWith('Id') || ID.test(part),
  );
}
