// The paragraphs of the law behind a charge of heating.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/heating', 'decree-354', [
    [
      '42(1)',
      {
        ru: 'отопление по общедомовому прибору и по нормативу',
        en: 'heating by the house-wide meter and by the norm',
      },
      {
        rule: 'heating.ts',
        test: 'heating.test.ts',
        figure: '120 Gcal × 50/1000 × 2280.50 = 13683.00',
      },
    ],
    [
      '42(1)',
      {
        ru: 'отопление равномерно по объёму прошлого года',
        en: 'heating evenly by the volume of the year before',
      },
      {
        rule: 'heating-even.ts',
        test: 'heating.test.ts',
        figure: '1140 / 12 × 50/10000 × 2000 = 950.00',
      },
    ],
  ]),
  ...computedIn('domain/charging/year', 'decree-354', [
    [
      'app. 2 f. 3(4)',
      {
        ru: 'корректировка отопления за год, начисленного равномерно',
        en: 'the yearly correction of heating that was charged evenly',
      },
      {
        rule: 'year-lines.ts',
        test: 'heating-year.test.ts',
        figure: '1200 Gcal × 50/10000 × 2000 = 12000.00, charged 11400.00: +600.00',
      },
    ],
    [
      'app. 2 f. 6',
      {
        ru: 'распределители: доли в корректировке за год',
        en: 'heat cost allocators: shares in the correction of a year',
      },
      {
        rule: 'allocated-shares.ts',
        test: 'heating-year.test.ts',
        figure: '6 Gcal each; 12 by 3 and 1: 9 and 3',
      },
    ],
  ]),
];
