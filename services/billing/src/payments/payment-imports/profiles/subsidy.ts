// The response of social protection, CSV or XLSX: for each account the sum to credit, or why it was not accepted.
import { kopecksOf } from '@kvartplata/platform/table-files/typed-values.ts';
import { reason } from '../../row-reasons.ts';
import { BLANK_ROW, type WrittenRow } from '../registry-row.ts';
import { paymentTable } from './payment-table.ts';

const TITLES = {
  account: ['account', 'лицевой счет', 'номер лицевого счета', 'лс', 'л/с'],
  amount: ['subsidy', 'сумма субсидии', 'субсидия', 'сумма компенсации', 'сумма', 'amount'],
  date: ['date', 'дата', 'дата перечисления', 'дата зачисления', 'дата решения'],
  period: ['period', 'период', 'месяц'],
  operation: ['reference', 'номер решения', 'номер документа'],
  payer: ['payer', 'получатель', 'плательщик', 'фио'],
  category: ['category', 'категория'],
  outcome: ['outcome', 'status', 'результат', 'решение', 'статус'],
  why: ['reason', 'причина', 'причина отказа', 'комментарий'],
} as const;

const REFUSED = /^(?:отказ|не принят|отклонен|refused|rejected)/iu;
const ACCEPTED = /^(?:принят|назначен|одобрен|accepted|granted)/iu;

export const subsidy = paymentTable<keyof typeof TITLES>({
  titles: TITLES,
  rowOf: ({ line, cells }, get): WrittenRow => {
    const place = { line, source: cells.join(';') };
    const outcome = get('outcome').replaceAll('ё', 'е').trim();
    if (REFUSED.test(outcome)) {
      const fault = reason('subsidy-refused', get('account'), get('why') || outcome);
      return { ...BLANK_ROW, ...place, fault };
    }
    if (outcome !== '' && !ACCEPTED.test(outcome))
      return { ...BLANK_ROW, ...place, fault: reason('row-unreadable') };
    if (ACCEPTED.test(outcome) && isBlankOrZero(get('amount')))
      return { ...BLANK_ROW, ...place, fault: reason('nothing-to-credit', get('account')) };
    return {
      ...place,
      accounts: [get('account')],
      amount: get('amount'),
      day: get('date'),
      period: get('period'),
      operation: get('operation'),
      payer: get('payer'),
      purpose: get('category'),
      fault: null,
    };
  },
});

/** An unreadable amount is reported as another fault. */
function isBlankOrZero(amount: string): boolean {
  return amount.trim() === '' || kopecksOf(amount) === 0n;
}
