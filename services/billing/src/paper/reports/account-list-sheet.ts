// The list of accounts as JSON and as a sheet.
import type { AccountList, ListedAccount } from '@kvartplata/contracts/billing/account-list.ts';
import type { Report } from '@kvartplata/platform/table-files/write-report.ts';

export function accountListSheet(
  head: Pick<AccountList, 'organizationId' | 'asOf'>,
  rows: AsyncIterable<ListedAccount>,
  tail: () => Pick<AccountList, 'nextCursor' | 'totals'>,
): Report<ListedAccount> {
  return {
    head,
    list: 'items',
    rows,
    tail,
    sheetName: `Счета на ${head.asOf}`,
    columns: [
      { title: 'Лицевой счёт', width: 16, of: (row) => row.accountNumber },
      { title: 'Плательщик', width: 35, of: (row) => row.payer },
      { title: 'Дом', width: 45, of: (row) => row.address },
      { title: 'Помещение', width: 12, of: (row) => row.roomNumber },
      {
        title: 'Площадь, м²',
        width: 12,
        of: ({ area }) => ({ decimal: area }),
      },
      { title: 'Открыт', width: 12, of: (row) => row.openedOn },
      { title: 'Закрыт', width: 12, of: (row) => row.closedOn ?? '' },
      { title: 'Долг', width: 16, of: (row) => ({ money: row.balance }), isTotalled: true },
      {
        title: 'В том числе пени',
        width: 16,
        of: (row) => ({ money: row.penalty }),
        isTotalled: true,
      },
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
