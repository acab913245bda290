// The paragraphs of the law behind the days of a heating season.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/heating-season', 'decree-354', [
    [
      '5',
      {
        ru: 'отопительный период начинается и кончается с дней, названных органом власти',
        en: 'the heating season begins and ends with the days that the authority names',
      },
      {
        rule: 'heating-season.ts',
        test: 'heating-season.test.ts',
        figure: 'the first days',
      },
    ],
  ]),
];
