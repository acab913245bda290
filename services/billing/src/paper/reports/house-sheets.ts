// The reports on houses as JSON and as sheets.
import type { CollectionReport, CollectionRow } from '@kvartplata/contracts/billing/collection.ts';
import type { Debtor, DebtorsReport } from '@kvartplata/contracts/billing/debtors.ts';
import type { Report, ReportColumn } from '@kvartplata/platform/table-files/write-report.ts';

export function debtorsSheet(
  head: Pick<DebtorsReport, 'organizationId' | 'asOf'>,
  rows: AsyncIterable<Debtor>,
  tail: () => Pick<DebtorsReport, 'nextCursor' | 'totals'>,
): Report<Debtor> {
  const money = (title: string, of: (row: Debtor) => string): ReportColumn<Debtor> => ({
    title,
    width: 16,
    of: (row) => ({ money: of(row) }),
    isTotalled: true,
  });
  return {
    head,
    list: 'items',
    rows,
    tail,
    sheetName: `Должники на ${head.asOf}`,
    columns: [
      { title: 'Лицевой счёт', width: 16, of: (row) => row.accountNumber },
      { title: 'Адрес', width: 45, of: (row) => row.address },
      { title: 'Плательщик', width: 35, of: (row) => row.payer },
      money('Основной долг', (row) => row.principal),
      money('Пени', (row) => row.penalty),
      money('Всего', (row) => row.total),
      money('Срок не наступил', (row) => row.notDue),
      money('0–30 дней', (row) => row.days0to30),
      money('31–90 дней', (row) => row.days31to90),
      money('91–180 дней', (row) => row.days91to180),
      money('181–365 дней', (row) => row.days181to365),
      money('Больше года', (row) => row.over365),
      money('В том числе с истёкшей давностью', (row) => row.timeBarred),
      {
        title: 'Месяцев долга',
        width: 14,
        of: (row) => ({ decimal: String(row.monthsOfDebt) }),
      },
      { title: 'Самый старый', width: 14, of: (row) => row.oldestMonth ?? '' },
      { title: 'Рассрочка до', width: 14, of: (row) => row.instalmentUntil ?? '' },
    ],
  };
}

export function collectionSheet(
  head: Pick<CollectionReport, 'organizationId' | 'periodFrom' | 'periodTo'>,
  items: readonly CollectionRow[],
  totals: CollectionReport['totals'],
): Report<CollectionRow> {
  const money = (
    title: string,
    of: (row: CollectionRow) => string,
  ): ReportColumn<CollectionRow> => ({
    title,
    width: 18,
    of: (row) => ({ money: of(row) }),
    isTotalled: true,
  });
  const percent = (
    title: string,
    of: (row: CollectionRow) => string | null,
  ): ReportColumn<CollectionRow> => ({
    title,
    width: 14,
    of: (row) => {
      const rate = of(row);
      return rate === null ? '' : { decimal: rate };
    },
  });
  return {
    head,
    list: 'items',
    rows: items,
    tail: () => ({ totals }),
    sheetName: 'Собираемость',
    columns: [
      { title: 'Дом', width: 45, of: (row) => row.address },
      { title: 'Месяц', width: 10, of: (row) => row.period },
      money('Начислено', (row) => row.charged),
      money('Оплачено в месяце', (row) => row.paid),
      percent('Собираемость, %', (row) => row.rate),
      money('Долг за месяц', (row) => row.debtOfMonth),
      money('Оплачено за месяц', (row) => row.paidOfMonth),
      percent('Оплачен, %', (row) => row.rateOfMonth),
    ],
  };
}
