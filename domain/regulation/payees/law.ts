// The paragraph of the law behind the division of money among payees.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/payees', 'decree-354', [
    [
      '118',
      {
        ru: 'платёж без указания получателя делится между получателями по строкам месяца',
        en: 'a payment that names no payee is divided among payees by the lines of its month',
      },
      {
        rule: 'divide-money.ts',
        test: 'divide-money.test.ts',
        figure: '1500.00 for lines of 1000, 500, 300 and 200',
      },
    ],
  ]),
];
