// The paragraphs of the law behind the recalculation of a year.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/year', 'rules-491', [
    [
      '29(3)',
      {
        ru: 'перерасчёт КР на СОИ за год по показаниям общедомового прибора',
        en: 'a year of common-house needs is recalculated to the house-wide meter',
      },
      {
        rule: 'year-lines.ts',
        test: 'year-lines.test.ts',
        figure: 'of which the meter says 120 costs 1440.00 and 960.00 more',
      },
    ],
  ]),
];
