// The paragraphs of the law behind a charge of common-house needs.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/odn', 'rules-491', [
    [
      '29',
      {
        ru: 'расходы на содержание включают коммунальные ресурсы для общего имущества',
        en: 'the costs of upkeep include utilities for common property',
      },
      { rule: 'odn.ts', test: 'odn.test.ts', figure: 'by the house meter: 96.80 on top of 290.40' },
    ],
    [
      '29(1)',
      {
        ru: 'КР на СОИ по нормативу, где общедомового прибора нет',
        en: 'common-house needs by the norm where no house-wide meter stands',
      },
      {
        rule: 'common-norm.ts',
        test: 'odn.test.ts',
        figure: '3.94 × 1426 × 60/2400 × 1.936 = 271.93',
      },
    ],
    [
      '29(2)',
      {
        ru: 'КР на СОИ по нормативу, по среднему месяцу прошлого года или по прибору с переносом отрицательного объёма',
        en: 'common-house needs by the norm, by the mean month of the year before, or by the meter, a volume below zero carried on',
      },
      {
        rule: 'odn.ts',
        test: 'yearly-methods.test.ts',
        figure: '6 m³ whatever the meter says: 180.00 and 120.00',
      },
    ],
  ]),
];
