// The paragraphs of the law behind two-component hot water.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/two-component-hot-water', 'decree-354', [
    [
      'app. 2 f. 23, app. 2 f. 23(1)',
      {
        ru: 'горячая вода из двух компонентов, по прибору и по нормативу',
        en: 'hot water of two components, by meter and by norm',
      },
      {
        rule: 'heat-volume.ts',
        test: 'heat-volume.test.ts',
        figure: 'by meter: (154.320 − 150.000) × 0.0611 × 2371.72 = 626.02',
      },
    ],
  ]),
];
