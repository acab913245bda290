// Matches the text of a cell to payees, and writes payees into files: by name, otherwise by INN.
import type { PayeeName } from '@kvartplata/contracts/billing/internal.ts';

/** Words for the organization itself, which is not among the payees. */
const ORGANIZATION = ['организация', 'organization'];
/** Stands for the organization: ids begin with 1. */
const OWN_ID = 0;

export type MeantPayees = {
  readonly wording: string;
  /** Empty when no payee matches, several when the text is ambiguous. */
  readonly payeeIds: readonly number[];
};

export function meantPayees(wording: string, payees: readonly PayeeName[]): MeantPayees {
  const key = keyOf(wording);
  if (ORGANIZATION.includes(key)) return { wording, payeeIds: [OWN_ID] };
  const meant = payees.filter(({ name, inn }) => keyOf(name) === key || inn === key);
  return { wording, payeeIds: meant.map(({ payeeId }) => payeeId) };
}

/** The name, or the INN where the name alone would be ambiguous. */
export function wordingOf(payeeId: number, payees: readonly PayeeName[]): string | undefined {
  const payee = payees.find((known) => known.payeeId === payeeId);
  if (payee === undefined) return undefined;
  const { payeeIds } = meantPayees(payee.name, payees);
  return payeeIds.length === 1 && payeeIds[0] === payeeId ? payee.name : payee.inn;
}

/** Ignores case, repeated spaces, ё against е, and the kind of quotation marks. */
function keyOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ё', 'е')
    .replaceAll(/[«»„“”"]/gu, '"')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
