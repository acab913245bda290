// The paragraphs of the law behind a charge by the norm.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/norm', 'decree-354', [
    [
      '148(30)',
      { ru: 'ТКО по числу проживающих', en: 'waste by the number of residents' },
      {
        rule: 'norm.ts',
        test: 'norm.test.ts',
        figure: 'waste is charged by the norm of a person: 2 × 0.16 × 500',
      },
    ],
  ]),
];
