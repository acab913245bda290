// The part of the demo about reports: the turnover of the house's months, who owes for how long, what was collected, and
// whether they agree with the balances and with each other.
import {
  getAccountStatement,
  getCourtCalculation,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { getAccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { type CollectionReport, getCollection } from '@kvartplata/contracts/billing/collection.ts';
import {
  type DebtorsReport,
  type DebtorsTotals,
  getDebtors,
} from '@kvartplata/contracts/billing/debtors.ts';
import { getMonthSummary } from '@kvartplata/contracts/billing/month-summary.ts';
import { getTurnoverBalance, type TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import type { Api } from './api.ts';
import type { Outcome } from './colleagues.ts';
import { renderTable, type Column } from './table.ts';

export type ShownReports = {
  readonly turnover: string;
  readonly debtors: string;
  readonly collection: string;
  readonly outcomes: readonly Outcome[];
};

export type ReportedHouse = {
  readonly houseId: number;
  /** All of the house's, in order; what is booked in later ones counts too. */
  readonly months: readonly string[];
  readonly personalAccountId: number;
};

export async function showReports(
  api: Api,
  { houseId, months, personalAccountId }: ReportedHouse,
): Promise<ShownReports> {
  const [periodFrom = ''] = months;
  const turnover = await api.call(getTurnoverBalance, {
    query: { houseId, periodFrom, periodTo: '2999-12' },
  });
  const debtors = await api.call(getDebtors, { query: { houseId } });
  const collection = await api.call(getCollection, {
    query: { houseId, periodFrom, periodTo: months.at(-1) ?? '' },
  });
  const ofAccount = { query: { personalAccountId } };
  const statement = await api.call(getAccountStatement, ofAccount);
  const court = await api.call(getCourtCalculation, ofAccount);
  const balance = await api.call(getAccountBalance, { params: { personalAccountId } });
  const { control, accounts } = turnover;
  const apart = await monthsToldApart(api, houseId, collection);
  return {
    turnover: turnoverTable(turnover),
    debtors: debtorsTable(debtors),
    collection: collectionTable(collection),
    outcomes: [
      {
        what: 'turnovers: both controls are zero, for every account',
        holds:
          [control.turnovers, control.balances].every(
            ({ principal, penalty }) => principal === '0.00' && penalty === '0.00',
          ) && control.accounts.length === 0,
      },
      {
        what: `every month: the turnover, the collection rate and the summary tell alike what was paid and is owed${apart.map((period) => `, not of ${period}`).join('')}`,
        holds: apart.length === 0,
      },
      {
        what: 'every debtor owes what the turnover’s closing says',
        holds: debtors.items.every(({ personalAccountId: id, principal, penalty }) => {
          const closing = accounts.find((row) => row.personalAccountId === id)?.closing;
          return closing?.principal === principal && closing.penalty === penalty;
        }),
      },
      {
        what: 'a statement ends with the balance',
        holds:
          statement.closing.principal === balance.principalDebt &&
          statement.closing.penalty === balance.penaltyDebt,
      },
      {
        what: 'a court’s calculation sums to what is booked',
        holds: court.totals.control === '0.00',
      },
    ],
  };
}

/** The months of which the turnover, the collection rate and the summary do not say the same. */
async function monthsToldApart(
  api: Api,
  houseId: number,
  { organizationId, items }: CollectionReport,
): Promise<readonly string[]> {
  const apart: string[] = [];
  for (const { period, paid } of items) {
    const { totals } = await api.call(getTurnoverBalance, { query: { houseId, period } });
    const summary = await api.call(getMonthSummary, { query: { organizationId, period } });
    const summed = summary.items.find((item) => item.houseId === houseId);
    const isAlike =
      totals.paid === paid && summed?.paid === paid && summed.closing === both(totals.closing);
    if (!isAlike) apart.push(period);
  }
  return apart;
}

type Figures = Omit<TurnoverReport['totals'], 'services'>;

const FIGURES: readonly (readonly [string, (row: Figures) => string])[] = [
  ['Opening', ({ opening }) => both(opening)],
  ['Charged', (row) => row.charged],
  ['Recalculated', (row) => row.recalculated],
  ['Penalties', (row) => row.penaltyAccrued],
  ['Paid', (row) => row.paid],
  ['Storno', (row) => row.storno],
  ['Closing', ({ closing }) => both(closing)],
];

function turnoverTable({ accounts, totals }: TurnoverReport): string {
  return renderTable(
    [
      { title: 'Account', of: (row) => row.accountNumber },
      ...FIGURES.map(([title, of]): Column<TurnoverReport['accounts'][number]> => ({
        title,
        of,
        align: 'right',
      })),
    ],
    accounts,
    ['House', ...FIGURES.map(([, of]) => of(totals))],
  );
}

function debtorsTable({ items, totals }: DebtorsReport): string {
  const ages: readonly (readonly [string, (row: Omit<DebtorsTotals, 'debtors'>) => string])[] = [
    ['Not due', (row) => row.notDue],
    ['0–30 days', (row) => row.days0to30],
    ['31–90', (row) => row.days31to90],
    ['91–180', (row) => row.days91to180],
    ['181–365', (row) => row.days181to365],
    ['> 365', (row) => row.over365],
    ['Penalties', (row) => row.penalty],
    ['Total', (row) => row.total],
  ];
  return renderTable(
    [
      { title: 'Account', of: (row) => row.accountNumber },
      { title: 'Months', of: (row) => String(row.monthsOfDebt), align: 'right' },
      ...ages.map(([title, of]): Column<DebtorsReport['items'][number]> => ({
        title,
        of,
        align: 'right',
      })),
    ],
    items,
    ['House', '', ...ages.map(([, of]) => (totals === undefined ? '' : of(totals)))],
  );
}

function collectionTable({ items, totals }: CollectionReport): string {
  return renderTable(
    [
      { title: 'Month', of: (row) => row.period },
      { title: 'Charged', of: (row) => row.charged, align: 'right' },
      { title: 'Paid in it', of: (row) => row.paid, align: 'right' },
      { title: '%', of: (row) => row.rate ?? '', align: 'right' },
      { title: 'Paid of it by now', of: (row) => row.paidOfMonth, align: 'right' },
      { title: '%', of: (row) => row.rateOfMonth ?? '', align: 'right' },
    ],
    items,
    [
      'All',
      totals.charged,
      totals.paid,
      totals.rate ?? '',
      totals.paidOfMonth,
      totals.rateOfMonth ?? '',
    ],
  );
}

function both({ principal, penalty }: Figures['opening']): string {
  return formatKopecks(parseKopecks(principal) + parseKopecks(penalty));
}
