// The four files of a company that moves in, as its former program writes them: houses of 100 accounts, a cold-water meter and
// some months of debts for each account.
import { monthsFrom, parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';

/** The first month that is billed here. */
export const AS_OF = '2026-01';
const ACCOUNTS_PER_HOUSE = 100;

/** CSV texts by the part of the move. */
export type FormerFiles = Readonly<Record<'accounts' | 'tariffs' | 'meters' | 'balances', string>>;

export function formerFiles(accounts: number, months: number): FormerFiles {
  const all = Array.from({ length: accounts }, (_, nth) => nth);
  const names = monthsFrom(parseBillingMonth(AS_OF).subtract({ months }), months).map(String);
  return {
    accounts: csv(
      'Адрес дома;Номер помещения;Площадь помещения, кв. м;Лицевой счёт;Плательщик;Зарегистрировано человек;Дата открытия счёта',
      all.map((nth) => {
        const house = `г. Самара, ул. Садовая, д. ${Math.floor(nth / ACCOUNTS_PER_HOUSE) + 1}`;
        return `${house};${(nth % ACCOUNTS_PER_HOUSE) + 1};${30 + (nth % 50)}.1;${numberOf(nth)};Соколова А. В.;${nth % 5};01.02.2020`;
      }),
    ),
    tariffs: csv('Адрес дома;Услуга;Способ начисления;Действует с;Тариф, руб.;Документ', [
      'все дома;cold-water;по приборам учёта;01.01.2023;45,10;Приказ № 1',
      'все дома;upkeep;;01.01.2023;31,00;Протокол № 2',
      'все дома;major-repairs;;01.01.2023;12,50;Закон № 3',
    ]),
    meters: csv(
      'Лицевой счёт;Услуга;Вид прибора;Заводской номер;Разрядность;Дата установки;Начальное показание',
      all.map((nth) => `${numberOf(nth)};cold-water;cold-water;W-${nth};5;01.02.2023;0`),
    ),
    balances: csv(
      'account;month;kind;service;amount',
      all.flatMap((nth) =>
        names.map((month) => `${numberOf(nth)};${month};principal;;${1000 + (nth % 900)}.56`),
      ),
    ),
  };
}

function numberOf(nth: number): string {
  return `LS${nth + 1}`;
}

function csv(header: string, rows: readonly string[]): string {
  return `${header}\n${rows.join('\n')}\n`;
}
