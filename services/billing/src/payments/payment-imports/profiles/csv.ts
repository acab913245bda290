// A generic table of payments, CSV or XLSX: `account;amount;date` and optional columns, in any order.
import { paymentTable } from './payment-table.ts';

const TITLES = {
  account: ['account', 'accountnumber', 'лицевой счет', 'номер лицевого счета', 'лс', 'л/с'],
  amount: ['amount', 'sum', 'сумма', 'сумма платежа'],
  date: ['date', 'paidon', 'дата', 'дата платежа', 'дата оплаты'],
  period: ['period', 'период', 'месяц'],
  operation: ['operation', 'reference', 'номер операции', 'номер платежа', 'номер документа'],
  payer: ['payer', 'плательщик', 'фио'],
  purpose: ['purpose', 'назначение', 'назначение платежа', 'комментарий'],
} as const;

export const csv = paymentTable<keyof typeof TITLES>({
  titles: TITLES,
  // A sum that was refused would be read as a payment.
  titlesOfSubsidies: ['outcome', 'результат', 'решение', 'причина отказа'],
  rowOf: ({ line, cells }, get) => ({
    line,
    source: cells.join(';'),
    accounts: [get('account')],
    amount: get('amount'),
    day: get('date'),
    period: get('period'),
    operation: get('operation'),
    payer: get('payer'),
    purpose: get('purpose'),
    fault: null,
  }),
});
