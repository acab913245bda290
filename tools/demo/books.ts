// What the demo shows of the books, and the sums that must agree between charges, ledger and balances.
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';
import { figure, say } from '../speech/speech.ts';
import type { Books } from './bill-a-year.ts';
import { renderTable, type Column } from './table.ts';

const ACCOUNTS_SHOWN = 5;

/** The charges of a month, with a row per service and a column per account: the first accounts, and the whole house. */
export function chargesTable(charges: readonly Charge[], period: string): string {
  const ofMonth = charges.filter((charge) => charge.period === period);
  const services = unique(ofMonth.map((charge) => charge.serviceName));
  const accounts = unique(ofMonth.map((charge) => charge.accountNumber)).slice(0, ACCOUNTS_SHOWN);
  const amountOf = (account: string | undefined, service: string | undefined): string => {
    const meant = ofMonth.filter(
      (charge) =>
        (account ?? charge.accountNumber) === charge.accountNumber &&
        (service ?? charge.serviceName) === charge.serviceName,
    );
    return figure(formatKopecks(sum(meant.map(({ amount }) => amount))));
  };
  const columnOf = (account: string | undefined): Column<string> => ({
    title: account ?? say('Дом', 'House'),
    of: (service) => amountOf(account, service),
    align: 'right',
  });
  return renderTable(
    [
      { title: say('Услуга', 'Service'), of: (service) => service, most: 28 },
      ...accounts.map(columnOf),
      columnOf(undefined),
    ],
    services,
    [
      say('Всего', 'Total'),
      ...accounts.map((account) => amountOf(account, undefined)),
      amountOf(undefined, undefined),
    ],
  );
}

/** Joins the books of several houses of one company, which share its cycles. */
export function joinBooks(houses: readonly Books[]): Books {
  return {
    cycles: houses[0]?.cycles ?? [],
    charges: houses.flatMap(({ charges }) => charges),
    entries: houses.flatMap(({ entries }) => entries),
    balances: houses.flatMap(({ balances }) => balances),
  };
}

/** All sums that must agree, and whether they do. */
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
      what: say('начисления = итоги месяцев', 'charges = months as their cycles sum them'),
      holds:
        sum(charges.map((charge) => charge.amount)) ===
        sum(cycles.map((cycle) => cycle.chargesTotal)),
    },
    {
      what: say('начисления = их проводки в журнале', 'charges = their entries in the ledger'),
      holds: sum(charges.map((charge) => charge.amount)) === balanceOf(ofCharges),
    },
    { what: say('журнал = сальдо счетов', 'ledger = balances'), holds: posted === owed },
    {
      what: say(
        'каждый счёт: его проводки = его сальдо',
        'every account: its entries = its balance',
      ),
      holds: balances.every((balance) =>
        balanceAgrees(balance.personalAccountId, { cycles, charges, entries, balances }),
      ),
    },
    {
      what: say('каждое начисление проведено один раз', 'every charge booked once'),
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
  return sumBy(amounts, parseKopecks);
}

function unique(values: readonly string[]): readonly string[] {
  return [...new Set(values)];
}
