// A debt of the second house that its former company has reported late, when months are closed already: they do not change, and the
// debt is still one of its own month.
import { getDebtors } from '@kvartplata/contracts/billing/debtors.ts';
import { listLedgerEntries } from '@kvartplata/contracts/billing/ledger-entries.ts';
import {
  getOpeningImport,
  importOpeningBalances,
} from '@kvartplata/contracts/billing/opening-balances.ts';
import { getTurnoverBalance } from '@kvartplata/contracts/billing/turnover.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { month, roubles, say } from '../../speech/speech.ts';
import { waitFor, type Api } from '../api.ts';
import type { Outcome } from '../colleagues.ts';
import { ACCOUNTS } from './files.ts';
import { idOf, type SecondHouse } from './move-in.ts';

const OWED = '1180.00';
const MONTHS_BEFORE = 2;

/** What is known of a month: the last closed one and the first open one. */
type Boundary = { readonly closed: string; readonly open: string };

/** A second run finds the file booked. @param firstMonth the first month billed here */
export async function bringLateDebt(
  { api, organizationId }: { readonly api: Api; readonly organizationId: number },
  { houseId, accounts }: SecondHouse,
  firstMonth: string,
  { closed, open }: Boundary,
): Promise<readonly Outcome[]> {
  const owing = parseBillingMonth(firstMonth).subtract({ months: MONTHS_BEFORE }).toString();
  const personalAccountId = idOf(accounts, ACCOUNTS.withoutMeter);
  const readClosed = async (): Promise<string> => {
    const { totals } = await api.call(getTurnoverBalance, { query: { houseId, period: closed } });
    return JSON.stringify(totals);
  };
  const before = await readClosed();
  const file = `account;month;kind;service;amount\n${ACCOUNTS.withoutMeter};${owing};principal;;${OWED}\n`;
  const body = new FormData();
  body.append('file', new Blob([file]), 'Заречная 17, долги.csv');
  const query = { organizationId, asOf: open, dryRun: false };
  const { id } = await api.call(importOpeningBalances, { query, body });
  const ended = await waitFor(
    `opening import ${id}`,
    async () => api.call(getOpeningImport, { params: { openingImportId: id } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  const { items } = await api.call(listLedgerEntries, { query: { personalAccountId, limit: 200 } });
  const entry = items.find(({ transactionType }) => transactionType === 'OPENING');
  const debtors = await api.call(getDebtors, { query: { houseId, limit: 200 } });
  const debtor = debtors.items.find((row) => row.personalAccountId === personalAccountId);
  return [
    {
      what: say(
        `долг ${roubles(OWED)} за ${month(owing)} прежняя компания прислала, когда ${month(closed)} уже закрыт: он проведён в ${month(open)}`,
        `the former company reports ${roubles(OWED)} of ${month(owing)} after ${month(closed)} is closed: it is booked in ${month(open)}`,
      ),
      holds:
        ended.status === 'COMPLETED' && entry?.period === open && (await readClosed()) === before,
    },
    {
      what: say(
        `но это долг своего месяца: самый старый долг счёта – ${month(debtor?.oldestMonth ?? open)}`,
        `but it is a debt of its own month: the oldest debt of the account is of ${month(debtor?.oldestMonth ?? open)}`,
      ),
      holds: debtor?.oldestMonth === owing,
    },
  ];
}
