// The reports on an account as JSON and as sheets.
import type {
  AccountStatement,
  CourtCalculation,
  ReconciledMonth,
  Reconciliation,
  StatementEntry,
} from '@kvartplata/contracts/billing/account-reports.ts';
import { sourceName } from '@kvartplata/contracts/billing/payment-sources.ts';
import type { AccruedDebt } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { namesOfLine } from '@kvartplata/domain/charging/charging-methods.ts';
import { monthWords } from '@kvartplata/domain/calendar/month-words.ts';
import type { Report } from '@kvartplata/platform/table-files/write-report.ts';
import type { Cell } from '@kvartplata/platform/table-files/written-table.ts';

const TYPES: Readonly<Record<StatementEntry['transactionType'], string>> = {
  CHARGE: 'Начисление',
  PAYMENT: 'Оплата',
  PENALTY: 'Пени',
  STORNO: 'Сторно',
  OPENING: 'Начальный остаток',
  ADJUSTMENT: 'Строка вручную',
};

const KINDS: Readonly<Record<StatementEntry['debtKind'], string>> = {
  principal: 'основной долг',
  penalty: 'пени',
};

type Named = Pick<AccountStatement, 'organizationName' | 'accountNumber' | 'address' | 'payer'>;

function headRows({ organizationName, accountNumber, address, payer }: Named): readonly Cell[][] {
  return [
    ['Организация', organizationName],
    ['Лицевой счёт', accountNumber],
    ['Плательщик', payer],
    ['Адрес', address],
  ];
}

const DOCUMENTS: Readonly<Record<StatementEntry['transactionType'], string>> = {
  CHARGE: 'начисление',
  PAYMENT: 'платёж',
  PENALTY: 'начисление пеней',
  STORNO: 'проводка',
  OPENING: 'начальный остаток',
  ADJUSTMENT: 'строка вручную',
};

/** `charge:1617` is `начисление № 1617`. */
function documentOf({ transactionType, referenceId }: StatementEntry): string {
  return `${DOCUMENTS[transactionType]} № ${referenceId.slice(referenceId.indexOf(':') + 1)}`;
}

function isRecalculation({ rateType }: StatementEntry): boolean {
  return rateType === 'recalculation';
}

function operationOf(entry: StatementEntry): string {
  return isRecalculation(entry) ? 'Перерасчёт' : TYPES[entry.transactionType];
}

/** A recalculation is named as the operation. */
function contentOf(entry: StatementEntry): string {
  const { transactionType, description, rateType, isHeat, concernedPeriod } = entry;
  if (transactionType === 'PAYMENT') return sourceName(description, 'ru');
  const names = namesOfLine({ rateType: isRecalculation(entry) ? null : rateType, isHeat });
  const told = names.length === 0 ? '' : ` (${names.map(({ ru }) => ru).join(', ')})`;
  const month = concernedPeriod === null ? [] : [`за ${monthWords(concernedPeriod).ru}`];
  return [`${description}${told}`, ...month].filter((part) => part !== '').join(', ');
}

export function statementSheet(statement: AccountStatement): Report<StatementEntry> {
  const { items, totals, closing, ...head } = statement;
  return {
    head,
    list: 'items',
    rows: items,
    tail: () => ({ totals, closing }),
    sheetName: 'Карточка счёта',
    columns: [
      { title: 'Месяц', width: 16, of: (row) => monthWords(row.period).ru },
      { title: 'Дата', width: 12, of: (row) => ({ day: row.effectiveOn }) },
      { title: 'Операция', width: 14, of: operationOf },
      { title: 'Вид долга', width: 14, of: (row) => KINDS[row.debtKind] },
      { title: 'Документ', width: 28, of: documentOf },
      { title: 'Содержание', width: 50, of: contentOf },
      { title: 'Дебет', width: 14, of: (row) => ({ money: row.debit }), isTotalled: true },
      { title: 'Кредит', width: 14, of: (row) => ({ money: row.credit }), isTotalled: true },
      { title: 'Долг', width: 14, of: (row) => ({ money: row.balance.principal }) },
      { title: 'Пени', width: 14, of: (row) => ({ money: row.balance.penalty }) },
    ],
    secondSheet: {
      name: 'Счёт',
      widths: [30, 50, 20],
      rows: () => [
        ['', 'Основной долг', 'Пени'],
        ...headRows(statement),
        ['Входящее сальдо', { money: head.opening.principal }, { money: head.opening.penalty }],
        ['Исходящее сальдо', { money: closing.principal }, { money: closing.penalty }],
      ],
    },
  };
}

export function reconciliationSheet(act: Reconciliation): Report<ReconciledMonth> {
  const { items, totals, closing, closingByKind, ...head } = act;
  return {
    head,
    list: 'items',
    rows: items,
    tail: () => ({ totals, closing, closingByKind }),
    sheetName: 'Акт сверки',
    columns: [
      { title: 'Месяц', width: 16, of: (row) => monthWords(row.period).ru },
      { title: 'Входящее сальдо', width: 18, of: (row) => ({ money: row.opening }) },
      { title: 'Начислено', width: 16, of: (row) => ({ money: row.charged }), isTotalled: true },
      { title: 'Пени', width: 16, of: (row) => ({ money: row.penaltyAccrued }), isTotalled: true },
      { title: 'Оплачено', width: 16, of: (row) => ({ money: row.paid }), isTotalled: true },
      { title: 'Сторно', width: 16, of: (row) => ({ money: row.storno }), isTotalled: true },
      { title: 'Исходящее сальдо', width: 18, of: (row) => ({ money: row.closing }) },
    ],
    secondSheet: {
      name: 'Стороны',
      widths: [30, 50],
      rows: () => [
        ['Акт сверки взаимных расчётов', ''],
        ...headRows(act),
        ['Период', periodOf(head)],
        ['Сальдо на начало', { money: head.opening }],
        ['Сальдо на конец', { money: closing }],
        ['Организация', '____________________'],
        ['Плательщик', '____________________'],
      ],
    },
  };
}

/** Without a month, from the first entry or to the last one. */
function periodOf({ periodFrom, periodTo }: Pick<Reconciliation, 'periodFrom' | 'periodTo'>) {
  const from = periodFrom === null ? 'начало' : monthWords(periodFrom).ru;
  const to = periodTo === null ? 'сейчас' : monthWords(periodTo).ru;
  return `${from} – ${to}`;
}

const DEBT_KINDS: Readonly<Record<AccruedDebt['kind'], string>> = {
  utilities: 'ЖКУ',
  'major-repairs': 'капитальный ремонт',
};

export function courtJson(court: CourtCalculation): Report<AccruedDebt> {
  const { items, totals, ...head } = court;
  return {
    head,
    list: 'items',
    rows: items,
    tail: () => ({ totals }),
    sheetName: '',
    columns: [],
  };
}

type CourtLine = { readonly debt: AccruedDebt; readonly line: AccruedDebt['lines'][number] };

/** One row per line; the second sheet rounds each debt once and adds up what is booked. */
export function courtSheet(court: CourtCalculation): Report<CourtLine> {
  const { items, totals } = court;
  return {
    head: {},
    list: 'items',
    rows: items.flatMap((debt) => debt.lines.map((line) => ({ debt, line }))),
    sheetName: 'Расчёт пеней',
    columns: [
      { title: 'Месяц долга', width: 16, of: ({ debt }) => monthWords(debt.period).ru },
      { title: 'Вид долга', width: 20, of: ({ debt }) => DEBT_KINDS[debt.kind] },
      { title: 'Срок оплаты', width: 14, of: ({ debt }) => ({ day: debt.dueDate }) },
      { title: 'Долг', width: 16, of: ({ line }) => ({ money: line.debtAmount }) },
      { title: 'С', width: 12, of: ({ line }) => ({ day: line.from }) },
      { title: 'По', width: 12, of: ({ line }) => ({ day: line.to }) },
      { title: 'Дней', width: 8, of: ({ line }) => ({ decimal: String(line.days) }) },
      { title: 'Ставка, %', width: 12, of: ({ line }) => ({ decimal: line.rate }) },
      { title: 'Доля ставки', width: 12, of: ({ line }) => line.fraction },
      { title: 'Пени', width: 20, of: ({ line }) => ({ decimal: line.amount }) },
      { title: 'Основание ставки', width: 60, of: ({ line }) => line.basis.ru },
    ],
    secondSheet: { name: 'Итог', widths: [40, 20], rows: () => courtTotals(court, totals) },
  };
}

const FIRST_DEBT_LINE = 6;

function courtTotals(
  court: CourtCalculation,
  { penalty, booked, brought, control, paid, writtenOff, owed }: CourtCalculation['totals'],
): readonly (readonly Cell[])[] {
  const { items, countedTo, remarks } = court;
  const last = FIRST_DEBT_LINE + items.length;
  const sum: Cell =
    items.length === 0
      ? { money: penalty }
      : { formula: `SUM(B${FIRST_DEBT_LINE + 1}:B${last})`, money: penalty };
  return [
    ['Расчёт пеней', ''],
    ...headRows(court),
    ['Долг за месяц', countedTo === null ? 'Пени' : `Пени по ${countedTo}`],
    ...items.map((debt): Cell[] => [
      `${monthWords(debt.period).ru}, ${DEBT_KINDS[debt.kind]}`,
      { money: debt.penalty },
    ]),
    [{ heading: 'Итого' }, sum],
    ['Начислено в регистре', { money: booked }],
    [
      { heading: 'Контроль: расчёт за вычетом регистра' },
      { formula: `B${last + 1}-B${last + 2}`, money: control },
    ],
    ['Начальный остаток пеней', { money: brought }],
    ['Оплачено', { money: paid }],
    ['Списано', { money: writtenOff }],
    ['К взысканию', { money: owed }],
    ['Доли ставки: ЖК РФ, ст. 155 ч. 14; по взносам на капитальный ремонт ч. 14.1', ''],
    ...remarks.map((remark): Cell[] => [remark.ru, '']),
  ];
}
