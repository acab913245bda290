// The paragraphs of the law behind a charge of common-house needs.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/odn', 'rules-491', [
    [
      '29',
      {
        ru: 'расходы на содержание включают коммунальные ресурсы для общего имущества',
        en: 'the costs of upkeep include utilities for common property',
      },
      { rule: 'odn.ts', test: 'odn.test.ts', figure: 'by the house meter: 96.80 on top of 290.40' },
    ],
  ]),
];
