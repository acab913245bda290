// The demo's part about reports: the turnover of the house's months, debts by age, the collection rate, and whether they agree
// with the balances and with each other.
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
import { figure, month, say } from '../speech/speech.ts';
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
  /** All months of the house, in order; later ones have entries too. */
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
  const apart = await monthsThatDisagree(api, houseId, collection);
  return {
    turnover: turnoverTable(turnover),
    debtors: debtorsTable(debtors),
    collection: collectionTable(collection),
    outcomes: [
      {
        what: say(
          'оборотная ведомость: оба контроля равны нулю по каждому счёту',
          'turnovers: both controls are zero, for every account',
        ),
        holds:
          [control.turnovers, control.balances].every(
            ({ principal, penalty }) => principal === '0.00' && penalty === '0.00',
          ) && control.accounts.length === 0,
      },
      {
        what: say(
          `каждый месяц: оборотка, собираемость и сводка одинаково говорят, что оплачено и сколько должны${apart.map((period) => `; кроме: ${month(period)}`).join('')}`,
          `every month: the turnover, the collection rate and the summary tell alike what was paid and is owed${apart.map((period) => `, not of ${month(period)}`).join('')}`,
        ),
        holds: apart.length === 0,
      },
      {
        what: say(
          'долг каждого должника = исходящее сальдо оборотки',
          'every debtor owes what the turnover’s closing says',
        ),
        holds: debtors.items.every(({ personalAccountId: id, principal, penalty }) => {
          const closing = accounts.find((row) => row.personalAccountId === id)?.closing;
          return closing?.principal === principal && closing.penalty === penalty;
        }),
      },
      {
        what: say('выписка кончается тем же сальдо', 'a statement ends with the balance'),
        holds:
          statement.closing.principal === balance.principalDebt &&
          statement.closing.penalty === balance.penaltyDebt,
      },
      {
        what: say(
          'расчёт для суда сходится с проведённым',
          'a court’s calculation sums to what is booked',
        ),
        holds: court.totals.control === '0.00',
      },
    ],
  };
}

/** The months for which the turnover, the collection rate and the summary disagree. */
async function monthsThatDisagree(
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
      totals.paid === paid && summed?.paid === paid && summed.closing === sumOf(totals.closing);
    if (!isAlike) apart.push(period);
  }
  return apart;
}

type Figures = Omit<TurnoverReport['totals'], 'services'>;

const FIGURES: readonly (readonly [string, (row: Figures) => string])[] = [
  [say('Входящее', 'Opening'), ({ opening }) => both(opening)],
  [say('Начислено', 'Charged'), (row) => figure(row.charged)],
  [say('Перерасчёты', 'Recalculated'), (row) => figure(row.recalculated)],
  [say('Пени', 'Penalties'), (row) => figure(row.penaltyAccrued)],
  [say('Оплачено', 'Paid'), (row) => figure(row.paid)],
  [say('Сторно', 'Storno'), (row) => figure(row.storno)],
  [say('Исходящее', 'Closing'), ({ closing }) => both(closing)],
];

function turnoverTable({ accounts, totals }: TurnoverReport): string {
  return renderTable(
    [
      { title: say('Счёт', 'Account'), of: (row) => row.accountNumber },
      ...FIGURES.map(([title, of]): Column<TurnoverReport['accounts'][number]> => ({
        title,
        of,
        align: 'right',
      })),
    ],
    accounts,
    [say('Дом', 'House'), ...FIGURES.map(([, of]) => of(totals))],
  );
}

function debtorsTable({ items, totals }: DebtorsReport): string {
  const ages: readonly (readonly [string, (row: Omit<DebtorsTotals, 'debtors'>) => string])[] = [
    [say('Срок не наступил', 'Not due'), (row) => row.notDue],
    [say('0–30 дней', '0–30 days'), (row) => row.days0to30],
    ['31–90', (row) => row.days31to90],
    ['91–180', (row) => row.days91to180],
    ['181–365', (row) => row.days181to365],
    ['> 365', (row) => row.over365],
    [say('Пени', 'Penalties'), (row) => row.penalty],
    [say('Всего', 'Total'), (row) => row.total],
  ];
  return renderTable(
    [
      { title: say('Счёт', 'Account'), of: (row) => row.accountNumber },
      ...ages.map(([title, of]): Column<DebtorsReport['items'][number]> => ({
        title,
        of: (row) => figure(of(row)),
        align: 'right',
      })),
    ],
    items,
    [
      say('Дом', 'House'),
      ...ages.map(([, of]) => (totals === undefined ? '' : figure(of(totals)))),
    ],
  );
}

function collectionTable({ items, totals }: CollectionReport): string {
  const shares: readonly (readonly [string, (row: CollectionReport['totals']) => string])[] = [
    [say('Начислено', 'Charged'), (row) => figure(row.charged)],
    [say('Оплачено в нём', 'Paid in it'), (row) => figure(row.paid)],
    ['%', ({ rate }) => (rate === null ? '' : figure(rate))],
    [say('Оплачено за него', 'Paid of it by now'), (row) => figure(row.paidOfMonth)],
    ['%', ({ rateOfMonth }) => (rateOfMonth === null ? '' : figure(rateOfMonth))],
  ];
  return renderTable(
    [
      { title: say('Месяц', 'Month'), of: (row) => month(row.period) },
      ...shares.map(([title, of]): Column<CollectionReport['items'][number]> => ({
        title,
        of,
        align: 'right',
      })),
    ],
    items,
    [say('Всего', 'All'), ...shares.map(([, of]) => of(totals))],
  );
}

function sumOf({ principal, penalty }: Figures['opening']): string {
  return formatKopecks(parseKopecks(principal) + parseKopecks(penalty));
}

function both({ principal, penalty }: Figures['opening']): string {
  return figure(sumOf({ principal, penalty }));
}
