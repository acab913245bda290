// The reports of payees as JSON and as sheets.
import type {
  PayeeRegistry,
  PayeeRegistryRow,
  PayeesReport,
  PayeeTurnover,
} from '@kvartplata/contracts/billing/payee-reports.ts';
import type { Report, ReportColumn } from '@kvartplata/platform/table-files/write-report.ts';

type Figured = Omit<
  PayeeTurnover,
  'kind' | 'payeeId' | 'name' | 'inn' | 'agencyReward' | 'toTransfer'
>;

const FIGURES: readonly (readonly [string, (row: Figured) => string])[] = [
  ['Входящее сальдо, основной долг', (row) => row.opening.principal],
  ['Входящее сальдо, пени', (row) => row.opening.penalty],
  ['Начислено', (row) => row.charged],
  ['Перерасчёт', (row) => row.recalculated],
  ['Начислено пеней', (row) => row.penaltyAccrued],
  ['Оплачено', (row) => row.paid],
  ['в том числе пени', (row) => row.penaltyPaid],
  ['Сторно', (row) => row.storno],
  ['Исходящее сальдо, основной долг', (row) => row.closing.principal],
  ['Исходящее сальдо, пени', (row) => row.closing.penalty],
];

function money<Row>(title: string, of: (row: Row) => string): ReportColumn<Row> {
  return { title, width: 18, of: (row) => ({ money: of(row) }), isTotalled: true };
}

export function payeesSheet(
  head: Pick<PayeesReport, 'organizationId' | 'houseId' | 'periodFrom' | 'periodTo'>,
  rows: readonly PayeeTurnover[],
  tail: Pick<PayeesReport, 'totals' | 'control'>,
): Report<PayeeTurnover> {
  return {
    head,
    list: 'items',
    rows,
    tail: () => tail,
    sheetName: 'Получатели',
    columns: [
      {
        title: 'Получатель',
        width: 45,
        of: ({ kind, name }) => (kind === 'advance' ? 'Не распределено (аванс)' : name),
      },
      { title: 'ИНН', width: 16, of: (row) => row.inn ?? '' },
      ...FIGURES.map(([title, of]) => money<PayeeTurnover>(title, of)),
      money('Агентское вознаграждение', (row) => row.agencyReward),
      money('К перечислению', (row) => row.toTransfer),
    ],
  };
}

/** The parties named in the sheet, which is sent outside the organization. */
export type RegistryParties = {
  readonly organizationName: string;
  readonly inn: string | null;
  /** The house's address; undefined for all houses. */
  readonly address: string | undefined;
};

export function registrySheet(
  head: Omit<PayeeRegistry, 'accounts' | 'totals'>,
  { organizationName, inn, address }: RegistryParties,
  rows: AsyncIterable<PayeeRegistryRow>,
  tail: () => Pick<PayeeRegistry, 'totals'>,
): Report<PayeeRegistryRow> {
  return {
    head,
    list: 'accounts',
    rows,
    tail,
    sheetName: 'Реестр получателя',
    columns: [
      { title: 'Лицевой счёт', width: 16, of: (row) => row.accountNumber },
      { title: 'Адрес', width: 45, of: (row) => row.address },
      { title: 'Плательщик', width: 35, of: (row) => row.payer },
      ...FIGURES.map(([title, of]) => money<PayeeRegistryRow>(title, of)),
    ],
    secondSheet: {
      name: 'Получатель',
      widths: [30, 60],
      rows: () => [
        ['Реестр начислений и оплат', ''],
        ['Организация', organizationName],
        ['Получатель', head.name],
        ['ИНН получателя', inn ?? ''],
        ['Дом', address ?? 'все дома'],
        ['Период', `${head.periodFrom} – ${head.periodTo}`],
      ],
    },
  };
}
