// The paragraph of the law behind instalment plans.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/instalment', 'decree-354', [
    [
      '72',
      {
        ru: 'рассрочка равными долями и проценты за неё, не выше ключевой ставки и трёх пунктов',
        en: 'equal instalments and their interest, no more than the key rate and three points',
      },
      {
        rule: 'schedule.ts',
        test: 'schedule.test.ts',
        figure: '12000.00 over 12 months at 17 %: 1000.00 a month, interest 1105.00 in all',
      },
    ],
    [
      '72',
      {
        ru: 'документ месяца просит часть рассрочки этого месяца, а не весь долг',
        en: 'the document of a month asks for its part of a plan, and not for the whole debt',
      },
      {
        rule: 'part-in-month.ts',
        test: 'part-in-month.test.ts',
        figure: 'the first month asks the first part',
      },
    ],
  ]),
];
