// The paragraphs of the law behind the volume of common-house needs.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/common-house-charge', 'decree-354', [
    [
      '72',
      {
        ru: 'когда предлагается рассрочка после годового перерасчёта',
        en: 'when instalments are offered after a yearly recalculation',
      },
      {
        rule: 'year-of-common-needs.ts',
        test: 'year-of-common-needs.test.ts',
        figure: '1440.00 beyond 2160.00 are more than a quarter',
      },
    ],
    [
      '44–48',
      {
        ru: 'общедомовые нужды по общедомовому прибору и по нормативу',
        en: 'common-house needs by the house-wide meter and by the norm',
      },
      {
        rule: 'common-house-volume.ts',
        test: 'common-house-volume.test.ts',
        figure: '(12000 − 1000 − 4000 − 5000) × 60/2400 × 1.936 = 96.80',
      },
    ],
    [
      'app. 2 f. 10–app. 2 f. 13',
      {
        ru: 'распределение по площади того, что общедомовой прибор учёл сверх помещений',
        en: 'what the house-wide meter has counted beyond the rooms, shared by area',
      },
      {
        rule: 'common-house-volume.ts',
        test: 'common-house-volume.test.ts',
        figure: '(12000 − 1000 − 4000 − 5000) × 60/2400 × 1.936 = 96.80',
      },
    ],
    [
      'app. 2 f. 15–app. 2 f. 17',
      { ru: 'общедомовые нужды по нормативу', en: 'common-house needs by the norm' },
      {
        rule: 'common-house-norm.ts',
        test: 'common-house-norm.test.ts',
        figure: '3.94 × 1426 × 60/2400 = 140.461 kWh, × 1.936 = 271.93',
      },
    ],
  ]),
];
