// Reports of one account: its statement, its reconciliation, and its penalties line by line.
import {
  getAccountStatement,
  getCourtCalculation,
  getReconciliation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read } from '../../lib/reads.ts';

const format = 'xlsx';

/** All months by default. */
export type AccountAndMonths = {
  readonly personalAccountId: number;
  readonly periodFrom?: string;
  readonly periodTo?: string;
};

export function statementOf(of: AccountAndMonths) {
  return read(getAccountStatement, { query: of });
}

export function statementFile(of: AccountAndMonths): FileOf {
  return async (options) => callFile(getAccountStatement, { query: { ...of, format }, ...options });
}

export function reconciliationOf(of: AccountAndMonths) {
  return read(getReconciliation, { query: of });
}

export function reconciliationFile(of: AccountAndMonths): FileOf {
  return async (options) => callFile(getReconciliation, { query: { ...of, format }, ...options });
}

export function courtOf(personalAccountId: number) {
  return read(getCourtCalculation, { query: { personalAccountId } });
}

export function courtFile(personalAccountId: number): FileOf {
  return async (options) =>
    callFile(getCourtCalculation, { query: { personalAccountId, format }, ...options });
}
