// The parts of an address that name a record or a month: what can be neither is the address of no page.

const MONTH = /^(?:19|2\d)\d{2}-(?:0[1-9]|1[0-2])$/;
/** As far as a number is exact. */
const ID = /^[1-9]\d{0,14}$/;

/** @param parts as the router has them: `period`, and `accountId` and its like */
export function canBeThere(parts: Readonly<Record<string, string | undefined>>): boolean {
  return Object.entries(parts).every(([name, part = '']) =>
    name === 'period' ? MONTH.test(part) : !name.endsWith('Id') || ID.test(part),
  );
}
