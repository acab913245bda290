// The paragraphs of the law behind a booked penalty, and behind the division of a payment between the kinds of debt.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/penalty-accrual', 'decree-354', [
    [
      '118',
      {
        ru: 'неполная оплата делится между видами платы',
        en: 'a payment that does not cover everything is divided among kinds of charges',
      },
      {
        rule: 'month-kinds.ts',
        test: 'month-kinds.test.ts',
        figure: 'a payment is divided three to one',
      },
    ],
  ]),
];
