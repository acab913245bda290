// The columns of the exported files.
import { RATE_TYPE_NAMES } from '@kvartplata/domain/charging/charging-methods.ts';
import type { Report } from '@kvartplata/platform/table-files/write-report.ts';
import type { NamedAccount } from '../room-order.ts';
import type { ExportedCharge, OwedSum, ServiceSum } from './exports.repository.ts';

export type NamedCharge = { readonly charge: ExportedCharge; readonly account: NamedAccount };
export type NamedDebt = { readonly debt: OwedSum; readonly account: NamedAccount };

const STATUS: Readonly<Record<ExportedCharge['status'], string>> = {
  DRAFT: 'черновик',
  APPLIED: 'проведено',
  REVERSED: 'сторнировано',
};

export function chargesTable(
  rows: AsyncIterable<NamedCharge>,
  period: string,
): Report<NamedCharge> {
  return {
    head: { period },
    list: 'items',
    rows,
    sheetName: `Начисления ${period}`,
    columns: [
      { title: 'Лицевой счёт', width: 16, of: ({ charge }) => charge.accountNumber },
      { title: 'Адрес', width: 45, of: ({ account }) => account.address },
      { title: 'Плательщик', width: 35, of: ({ account }) => account.payer },
      { title: 'Код услуги', width: 20, of: ({ charge }) => charge.serviceCode },
      { title: 'Услуга', width: 35, of: ({ charge }) => charge.serviceName },
      {
        title: 'Способ',
        width: 35,
        of: ({ charge: { rateType } }) => RATE_TYPE_NAMES[rateType]?.ru ?? rateType,
      },
      { title: 'Объём', width: 14, of: ({ charge }) => ({ decimal: charge.consumption }) },
      { title: 'Единица', width: 10, of: ({ charge }) => charge.unit },
      { title: 'Тариф', width: 12, of: ({ charge }) => ({ decimal: charge.tariff }) },
      {
        title: 'Сумма',
        width: 14,
        of: ({ charge }) => ({ money: charge.amount }),
        isTotalled: true,
      },
      { title: 'Состояние', width: 16, of: ({ charge }) => STATUS[charge.status] },
    ],
  };
}

export function turnovers1cTable(rows: AsyncIterable<ServiceSum>): Report<ServiceSum> {
  return {
    head: {},
    list: 'items',
    rows,
    sheetName: '1C',
    columns: [
      { title: 'Период', width: 10, of: ({ period }) => period },
      { title: 'Лицевой счёт', width: 16, of: (row) => row.accountNumber },
      { title: 'Услуга', width: 35, of: ({ service }) => service },
      { title: 'Сумма', width: 14, of: ({ amount }) => ({ money: amount }) },
    ],
  };
}

export function bankDebtsTable(rows: AsyncIterable<NamedDebt>): Report<NamedDebt> {
  return {
    head: {},
    list: 'items',
    rows,
    sheetName: 'Долги',
    columns: [
      { title: 'Лицевой счёт', width: 16, of: ({ account }) => account.accountNumber },
      { title: 'Плательщик', width: 35, of: ({ account }) => account.payer },
      { title: 'Адрес', width: 45, of: ({ account }) => account.address },
      { title: 'Долг', width: 14, of: ({ debt }) => ({ money: debt.principalDebt }) },
      { title: 'Пени', width: 14, of: ({ debt }) => ({ money: debt.penaltyDebt }) },
      { title: 'К оплате', width: 14, of: ({ debt }) => ({ money: debt.total }) },
    ],
  };
}
