// What the demo shows of the books, and the sums that must agree between charges, ledger and balances.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Books } from './bill-a-year.ts';
import { renderTable, type Column } from './table.ts';

/** The charges of a month: a row an account, a column a service. */
export function chargesTable(charges: readonly Charge[], period: string): string {
  const ofMonth = charges.filter((charge) => charge.period === period);
  const services = unique(ofMonth.map((charge) => charge.serviceName));
  const accounts = unique(ofMonth.map((charge) => charge.accountNumber));
  const amountOf = (account: string | undefined, service: string | undefined): bigint =>
    sum(
      ofMonth
        .filter(
          (charge) =>
            (account ?? charge.accountNumber) === charge.accountNumber &&
            (service ?? charge.serviceName) === charge.serviceName,
        )
        .map((charge) => charge.amount),
    );
  const columns: Column<string>[] = [
    { title: 'Account', of: (account) => account },
    ...services.map((service): Column<string> => ({
      title: service,
      of: (account) => formatKopecks(amountOf(account, service)),
      align: 'right',
    })),
    {
      title: 'Total',
      of: (account) => formatKopecks(amountOf(account, undefined)),
      align: 'right',
    },
  ];
  const totals = [
    'House',
    ...services.map((service) => formatKopecks(amountOf(undefined, service))),
    formatKopecks(amountOf(undefined, undefined)),
  ];
  return renderTable(columns, accounts, totals);
}

/** Of several houses of one company, whose cycles are the same. */
export function joinBooks(houses: readonly Books[]): Books {
  return {
    cycles: houses[0]?.cycles ?? [],
    charges: houses.flatMap(({ charges }) => charges),
    entries: houses.flatMap(({ entries }) => entries),
    balances: houses.flatMap(({ balances }) => balances),
  };
}

/** Every sum that must agree, and whether it does. */
export function checkBooks({
  cycles,
  charges,
  entries,
  balances,
}: Books): readonly { readonly what: string; readonly holds: boolean }[] {
  const posted = balanceOf(entries);
  const owed = sum(balances.flatMap((balance) => [balance.principalDebt, balance.penaltyDebt]));
  const references = new Set(entries.map((entry) => entry.referenceId));
  const booked = charges.filter((charge) => charge.amount !== '0.00');
  const ofCharges = entries.filter(({ transactionType }) => transactionType === 'CHARGE');
  return [
    {
      what: 'charges = months as their cycles sum them',
      holds:
        sum(charges.map((charge) => charge.amount)) ===
        sum(cycles.map((cycle) => cycle.chargesTotal)),
    },
    {
      what: 'charges = their entries in the ledger',
      holds: sum(charges.map((charge) => charge.amount)) === balanceOf(ofCharges),
    },
    { what: 'ledger = balances', holds: posted === owed },
    {
      what: 'every account: its entries = its balance',
      holds: balances.every((balance) =>
        balanceAgrees(balance.personalAccountId, { cycles, charges, entries, balances }),
      ),
    },
    {
      what: 'every charge booked once',
      holds:
        booked.length === ofCharges.length &&
        booked.every((charge) => references.has(`charge:${charge.id}`)),
    },
  ];
}

function balanceAgrees(personalAccountId: number, { entries, balances }: Books): boolean {
  const own = entries.filter((entry) => entry.personalAccountId === personalAccountId);
  const balance = balances.find((candidate) => candidate.personalAccountId === personalAccountId);
  return balanceOf(own) === sum([balance?.principalDebt ?? '', balance?.penaltyDebt ?? '']);
}

function balanceOf(entries: Books['entries']): bigint {
  return sum(entries.map((entry) => entry.debit)) - sum(entries.map((entry) => entry.credit));
}

function sum(amounts: readonly string[]): bigint {
  return amounts.reduce((total, amount) => total + parseKopecks(amount), 0n);
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
