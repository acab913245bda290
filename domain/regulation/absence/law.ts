// The paragraphs of the law behind the recalculation for an absence.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/absence', 'decree-354', [
    [
      '86–97',
      { ru: 'перерасчёт за временное отсутствие', en: 'the recalculation for a temporary absence' },
      {
        rule: 'absence.ts',
        test: 'absence.test.ts',
        figure: 'one of two persons away for 10 of 31 days: 3.1 × 10/31 = 1.000',
      },
    ],
    [
      '148(44)',
      { ru: 'то же для ТКО', en: 'the same for waste' },
      {
        rule: 'absence.ts',
        test: 'absence.test.ts',
        figure: 'an absence counts when it is longer than five full days',
      },
    ],
  ]),
  ...computedIn('domain/regulation/absence', 'housing-code', [
    [
      '155 p. 11',
      {
        ru: 'неиспользование помещения не освобождает от платы; временное отсутствие',
        en: 'not using a room frees nobody; temporary absence',
      },
      {
        rule: 'absence.ts',
        test: 'absence.test.ts',
        figure: 'one of two persons away for 10 of 31 days: 3.1 × 10/31 = 1.000',
      },
    ],
  ]),
];
