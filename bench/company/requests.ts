// The requests of an accountant's page for a company, by name.
import {
  getAccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import { listCharges, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { listClosingChecks } from '@kvartplata/contracts/billing/closing-checks.ts';
import { getCollection } from '@kvartplata/contracts/billing/collection.ts';
import { listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { getMonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { getHouseReceipts, getReceipt } from '@kvartplata/contracts/billing/receipts.ts';
import { getMonthSeal } from '@kvartplata/contracts/billing/seals.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { listPersonalAccounts } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { Stand } from '../calculation/stand.ts';

export type Company = {
  readonly organizationId: number;
  readonly cycleId: number;
  /** The last month and the first one, `YYYY-MM`. */
  readonly month: string;
  readonly first: string;
};

export type Request = { readonly name: string; readonly ask: () => Promise<unknown> };

const PLACE = { houseId: 1, personalAccountId: 7 };

/** Requests that are not pages: a file, made while the reader watches the progress, and a verification reported when done. */
export const FILE = 'receipts of a house';
const VERIFICATION = 'seal of a month, verified';
export const BESIDE_PAGES: readonly string[] = [FILE, VERIFICATION];

/** The interval at which the page polls. */
const AT_ONCE_MS = 200;

export function requestsOf(
  { download }: Stand,
  { organizationId, cycleId, month, first }: Company,
): readonly Request[] {
  const { houseId, personalAccountId } = PLACE;
  const ofMonth = { period: month };
  const span = { periodFrom: first, periodTo: month };
  const checked = { params: { cycleId } };
  const asked: Readonly<Record<string, () => Promise<unknown>>> = {
    'balance of an account': async () =>
      download(getAccountBalance, { params: { personalAccountId } }),
    houses: async () => download(listHouses, { query: { organizationId } }),
    accounts: async () => download(listPersonalAccounts, { query: { organizationId } }),
    months: async () => download(listCycles, { query: { organizationId } }),
    'balances of a house': async () => download(listAccountBalances, { query: { houseId } }),
    'entries of an account': async () =>
      download(listLedgerEntries, { query: { personalAccountId } }),
    'charges of a house and month': async () =>
      download(listHouseCharges, { params: { houseId }, query: ofMonth }),
    'charges of a month, no house': async () => download(listCharges, { query: ofMonth }),
    'closing checks': async () => download(listClosingChecks, checked),
    'seal of a month': async () =>
      download(getMonthSeal, { ...checked, query: { withinMs: AT_ONCE_MS } }),
    [VERIFICATION]: async () => download(getMonthSeal, checked),
    'debtors of a house': async () => download(getDebtors, { query: { houseId } }),
    'debtors of the organization': async () =>
      download(getDebtors, { query: { organizationId, order: 'debt' } }),
    'turnover of a house, all months': async () =>
      download(getTurnoverBalance, { query: { houseId, ...span } }),
    'month summary': async () =>
      download(getMonthSummary, { query: { organizationId, ...ofMonth } }),
    'collection, all months': async () =>
      download(getCollection, { query: { organizationId, ...span } }),
    'receipt of an account': async () =>
      download(getReceipt, { params: { personalAccountId }, query: ofMonth }),
    [FILE]: async () => download(getHouseReceipts, { query: { houseId, ...ofMonth } }),
  };
  return Object.entries(asked).map(([name, ask]) => ({ name, ask }));
}
