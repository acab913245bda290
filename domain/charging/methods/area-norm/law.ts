// The paragraphs of the law behind a charge by area and norm.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/area-norm', 'decree-354', [
    [
      '148(30)',
      {
        ru: 'ТКО по площади, где так решил регион',
        en: 'waste by area, where the region has chosen so',
      },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
    [
      '148(34)',
      {
        ru: 'ТКО по площади: площадь помещения на норматив',
        en: 'waste by area: the area of the room times the norm',
      },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
    [
      'app. 2 f. 9(2)',
      { ru: 'то же в формуле', en: 'the same as a formula' },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
  ]),
];
