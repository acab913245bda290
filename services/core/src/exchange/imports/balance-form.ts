// The form of opening balances: one row per account, month and kind.
import { anySum, choice, line, month, numberOfAccount } from './cell-readers.ts';
import type { ImportForm } from './import-form.ts';
import { reason } from './row-reasons.ts';

const KINDS = {
  'основной долг': 'principal',
  долг: 'principal',
  пени: 'penalty',
  пеня: 'penalty',
  аванс: 'advance',
  переплата: 'advance',
  principal: 'principal',
  penalty: 'penalty',
  advance: 'advance',
} as const;

/** In the account column, marks the total of all rows. */
export const TOTAL = 'итого';
const TOTAL_WRITTEN = /^(?:итого|всего|total)\s?:?$/i;

export const balanceForm: ImportForm = {
  sheetName: 'Входящие остатки',
  columns: [
    {
      code: 'account',
      title: 'Лицевой счёт',
      note: 'Обязательно. В последней строке может стоять Итого',
      required: 'cell',
      read: (text) => (TOTAL_WRITTEN.test(text) ? TOTAL : numberOfAccount(text)),
      width: 18,
    },
    {
      code: 'month',
      title: 'Месяц',
      note: 'Обязательно. ММ.ГГГГ, раньше месяца переезда',
      required: 'column',
      read: month,
      width: 12,
    },
    {
      code: 'kind',
      title: 'Вид',
      note: 'Обязательно. основной долг, пени или аванс',
      required: 'column',
      read: choice(KINDS, ['основной долг', 'пени', 'аванс']),
      width: 16,
    },
    {
      code: 'service',
      title: 'Услуга',
      note: 'Название или код услуги дома; можно не указывать',
      required: 'no',
      read: line(200),
      width: 32,
    },
    {
      code: 'amount',
      title: 'Сумма',
      note: 'Обязательно. Больше 0, до 2 знаков после запятой',
      required: 'cell',
      // A total is below zero if advances exceed debts.
      read: anySum,
      width: 16,
    },
  ],
  check: ({ account, month: period, kind, amount }) => {
    if (String(account).toLowerCase() === TOTAL) return [];
    return [
      ...(period === undefined ? [reason('month', 'required')] : []),
      ...(kind === undefined ? [reason('kind', 'required')] : []),
      ...(/^0|^-/.test(String(amount)) && !/^0\.\d*[1-9]/.test(String(amount))
        ? [reason('amount', 'decimal', '> 0', '999999999.99', 2)]
        : []),
    ];
  },
};
