// The turnover as a workbook: the sheet with its totals as formulas, and a control sheet whose formulas must be zero.
import type {
  AccountTurnover,
  ServiceTurnover,
  TurnoverReport,
} from '@kvartplata/contracts/billing/turnover.ts';
import { formatKopecks, parseKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { sumOfMoney } from '@kvartplata/domain/money/sums.ts';
import type { Report, ReportColumn } from '@kvartplata/platform/table-files/write-report.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';

const SHEET = 'Ведомость';

type Column = ReportColumn<AccountTurnover>;

const NAMES: readonly Column[] = [
  { title: 'Лицевой счёт', width: 16, of: (row) => row.accountNumber },
  { title: 'Адрес', width: 45, of: (row) => row.address },
  { title: 'Плательщик', width: 35, of: (row) => row.payer },
];

const FIGURES: readonly (readonly [
  string,
  (row: Omit<TurnoverReport['totals'], 'services'>) => string,
])[] = [
  ['Входящее сальдо, основной долг', (row) => row.opening.principal],
  ['Входящее сальдо, пени', (row) => row.opening.penalty],
  ['Начислено', (row) => row.charged],
  ['Перерасчёт', (row) => row.recalculated],
  ['в том числе пени', (row) => row.penaltyRecalculated],
  ['Начислено пеней', (row) => row.penaltyAccrued],
  ['Оплачено', (row) => row.paid],
  ['в том числе пени', (row) => row.penaltyPaid],
  ['Сторно', (row) => row.storno],
  ['в том числе пени', (row) => row.penaltyStorno],
  ['Исходящее сальдо, основной долг', (row) => row.closing.principal],
  ['Исходящее сальдо, пени', (row) => row.closing.penalty],
];

type Head = Pick<TurnoverReport, 'organizationId' | 'houseId' | 'periodFrom' | 'periodTo'>;
type Tail = Pick<TurnoverReport, 'totals' | 'control'>;

export type TurnoverRows = {
  readonly rows: AsyncIterable<AccountTurnover>;
  /** The services that have columns. */
  readonly services: readonly ServiceTurnover[];
  /** Called after the rows have been written. */
  readonly tail: () => Tail;
};

export function turnoverSheet(
  head: Head,
  { rows, services, tail }: TurnoverRows,
): Report<AccountTurnover> {
  return {
    head,
    list: 'accounts',
    rows,
    tail,
    sheetName: SHEET,
    columns: [
      ...NAMES,
      ...FIGURES.map(([title, of]): Column => money(title, of)),
      ...serviceColumns(services, head.houseId === null),
    ],
    secondSheet: {
      name: 'Контроль',
      widths: [60, 20, 20],
      rows: (totalsLine) => controlRows({ ...head, ...tail() }, totalsLine),
    },
  };
}

function money(title: string, of: (row: AccountTurnover) => string): Column {
  return { title, width: 18, of: (row) => ({ money: of(row) }), isTotalled: true };
}

const SERVICE_FIGURES = [
  ['начислено', 'charged'],
  ['перерасчёт', 'recalculated'],
  ['сторно', 'storno'],
] as const;

/** @param areOfSeveral each house has services of its own, which are identified by name */
function serviceColumns(services: readonly ServiceTurnover[], areOfSeveral: boolean): Column[] {
  const isOf = (one: ServiceTurnover, other: ServiceTurnover): boolean =>
    areOfSeveral
      ? one.serviceCode === other.serviceCode && one.serviceName === other.serviceName
      : one.houseServiceId === other.houseServiceId;
  return services.flatMap((service) =>
    SERVICE_FIGURES.map(([what, name]) =>
      money(`${service.serviceName}, ${what}`, (row) =>
        sumOfMoney(
          (row.services ?? []).filter((one) => isOf(one, service)).map((one) => one[name]),
        ),
      ),
    ),
  );
}

/** Columns D to O of the sheet are the figures, in order. */
function controlRows(
  { periodFrom, periodTo, totals, control }: Head & Tail,
  line: number,
): readonly (readonly Cell[])[] {
  const at = (letter: string): string => `'${SHEET}'!${letter}${line}`;
  const of = (letter: string, roubles: string): Cell => ({ formula: at(letter), money: roubles });
  const less = (one: string, other: string): string =>
    formatKopecks(parseKopecks(one) - parseKopecks(other));
  const { opening, closing, recalculated, penaltyRecalculated } = totals;
  const { paid, penaltyPaid, storno, penaltyStorno } = totals;
  const now = (kind: 'principal' | 'penalty'): string =>
    less(closing[kind], control.balances[kind]);
  return [
    [`Период: ${periodFrom} – ${periodTo}`, 'Основной долг', 'Пени'],
    ['Входящее сальдо', of('D', opening.principal), of('E', opening.penalty)],
    ['Начислено', of('F', totals.charged), of('I', totals.penaltyAccrued)],
    [
      'Перерасчёт',
      { formula: `${at('G')}-${at('H')}`, money: less(recalculated, penaltyRecalculated) },
      of('H', penaltyRecalculated),
    ],
    [
      'Оплачено',
      { formula: `${at('J')}-${at('K')}`, money: less(paid, penaltyPaid) },
      of('K', penaltyPaid),
    ],
    [
      'Сторно',
      { formula: `${at('L')}-${at('M')}`, money: less(storno, penaltyStorno) },
      of('M', penaltyStorno),
    ],
    ['Исходящее сальдо', of('N', closing.principal), of('O', closing.penalty)],
    [
      { heading: 'Контроль: входящее и обороты за вычетом исходящего' },
      { formula: 'B2+B3+B4-B5-B6-B7', money: control.turnovers.principal },
      { formula: 'C2+C3+C4-C5-C6-C7', money: control.turnovers.penalty },
    ],
    ['Исходящее сальдо по остаткам счетов', { money: now('principal') }, { money: now('penalty') }],
    [
      { heading: 'Контроль: исходящее за вычетом остатков' },
      { formula: 'B7-B9', money: control.balances.principal },
      { formula: 'C7-C9', money: control.balances.penalty },
    ],
  ];
}
