// The paragraphs of the law behind the coefficient K.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/coefficient', 'decree-354', [
    [
      '42',
      {
        ru: 'повышающий коэффициент там, где прибор поставить можно, а его нет',
        en: 'the raising coefficient where a meter could stand and does not',
      },
      {
        rule: 'coefficient.ts',
        test: 'coefficient.test.ts',
        figure: '2 × 3.19 × 0.5 × 49.19 = 156.92',
      },
    ],
    [
      'app. 2 f. 4(1)',
      { ru: 'норматив с повышающим коэффициентом', en: 'the norm with the raising coefficient' },
      {
        rule: 'coefficient.ts',
        test: 'coefficient.test.ts',
        figure: '2 × 3.19 × 0.5 × 49.19 = 156.92',
      },
    ],
  ]),
];
