// Who owes, how much, and for how long.
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { readPages } from '../../lib/reads.ts';

/** From not due yet to overdue for more than a year. */
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
  /** By default the largest debts come first. */
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
