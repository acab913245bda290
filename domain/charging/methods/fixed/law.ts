// The paragraphs of the law behind a fixed sum of an account.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/fixed', 'housing-code', [
    [
      '156 p. 1',
      {
        ru: 'плата за содержание обеспечивает его по решению собственников',
        en: 'payment for upkeep as the owners have decided',
      },
      { rule: 'fixed.ts', test: 'fixed.test.ts', figure: 'opened on 16 July: 16 of 31 days' },
    ],
  ]),
];
