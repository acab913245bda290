// Which payee the words of a cell mean, and in which words a file writes a payee: both by its name, else by its INN.
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';

/** Of the organization itself, which is nobody's payee. */
const ORGANIZATION = ['организация', 'organization'];
/** What its id is taken for: ids begin with 1. */
const OWN_ID = 0;

export type MeantPayees = {
  readonly wording: string;
  /** None where nobody is called so, several where the words do not say who. */
  readonly payeeIds: readonly number[];
};

export function meantPayees(wording: string, payees: readonly PayeeName[]): MeantPayees {
  const key = keyOf(wording);
  if (ORGANIZATION.includes(key)) return { wording, payeeIds: [OWN_ID] };
  const meant = payees.filter(({ name, inn }) => keyOf(name) === key || inn === key);
  return { wording, payeeIds: meant.map(({ payeeId }) => payeeId) };
}

/** The name, or the INN where the name alone would mean somebody else too. */
export function wordingOf(payeeId: number, payees: readonly PayeeName[]): string | undefined {
  const payee = payees.find((known) => known.payeeId === payeeId);
  if (payee === undefined) return undefined;
  const { payeeIds } = meantPayees(payee.name, payees);
  return payeeIds.length === 1 && payeeIds[0] === payeeId ? payee.name : payee.inn;
}

/** Capitals, blanks, ё and the form of quotation marks do not matter. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[«»„“”"]/gu, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
