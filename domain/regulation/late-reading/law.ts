// The paragraphs of the law behind a reading that arrives after estimates.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/late-reading', 'decree-354', [
    [
      '61',
      {
        ru: 'пересчёт по показаниям после начислений без них',
        en: 'the difference to what was charged without a reading',
      },
      {
        rule: 'late-reading.ts',
        test: 'late-reading.test.ts',
        figure: 'what the estimates did not charge falls into the month of the reading: 10 − 6 = 4',
      },
    ],
  ]),
];
