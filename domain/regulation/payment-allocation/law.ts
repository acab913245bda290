// The paragraphs of the law behind the allocation of payments to debts.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/payment-allocation', 'decree-354', [
    [
      '66',
      { ru: 'плата вносится за месяц, к сроку', en: 'payment by the month, when it is due' },
      {
        rule: 'allocate-payments.ts',
        test: 'allocate-payments.test.ts',
        figure: 'goes to the oldest debt first',
      },
    ],
  ]),
  ...computedIn('domain/regulation/payment-allocation', 'housing-code', [
    [
      '155 p. 2',
      {
        ru: 'платёж идёт в счёт названного месяца',
        en: 'a payment goes to the month that it names',
      },
      {
        rule: 'allocate-payments.ts',
        test: 'allocate-payments.test.ts',
        figure: 'goes to the month that it names, and then to the oldest debt',
      },
    ],
  ]),
];
