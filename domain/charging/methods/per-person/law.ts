// The paragraphs of the law behind a sum by persons.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/per-person', 'housing-code', [
    [
      '156 p. 1',
      {
        ru: 'плата по числу зарегистрированных по решению собственников',
        en: 'payment by registered persons as the owners have decided',
      },
      {
        rule: 'per-person.ts',
        test: 'per-person.test.ts',
        figure: '2 × 90 × 15/31 + 3 × 90 × 16/31',
      },
    ],
  ]),
];
