// Who owes, how much, and for how long.
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { readPages } from '../../lib/reads.ts';

/** From what is not due yet to what is overdue for over a year. */
export const AGES = [
  'notDue',
  'days0to30',
  'days31to90',
  'days91to180',
  'days181to365',
  'over365',
] as const;

export type DebtorsOf = {
  readonly organizationId: number;
  readonly houseId?: number;
  readonly minMonths?: number;
  /** The largest debts first when left out. */
  readonly order?: 'rooms';
  readonly search?: string;
};

export function debtorsOf(of: DebtorsOf) {
  return readPages(getDebtors, { query: { order: 'debt', ...of } });
}

export function debtorsFile(of: DebtorsOf): FileOf {
  return async (options) =>
    callFile(getDebtors, { query: { order: 'debt', ...of, format: 'xlsx' }, ...options });
}
