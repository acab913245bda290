// The paragraphs of the law behind a penalty.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/penalty', 'decree-354', [
    [
      '159',
      { ru: 'пени за просрочку', en: 'penalties for late payment' },
      { rule: 'penalty.ts', test: 'penalty.test.ts', figure: '78.00 + 10 × 3.00' },
    ],
  ]),
  ...computedIn('domain/regulation/penalty', 'housing-code', [
    [
      '155 p. 1',
      { ru: 'срок внесения платы', en: 'the day on which payment is due' },
      {
        rule: 'due-date.ts',
        test: 'due-date.test.ts',
        figure: 'the first month of the 15th, a Sunday',
      },
    ],
    [
      '155 p. 14',
      { ru: 'пени 1/300 и 1/130 ставки', en: 'penalties of 1/300 and 1/130 of the rate' },
      { rule: 'penalty.ts', test: 'penalty.test.ts', figure: '78.00 + 10 × 3.00' },
    ],
    [
      '155 p. 14.1',
      {
        ru: 'пени на взносы на капитальный ремонт',
        en: 'penalties on contributions for major repairs',
      },
      {
        rule: 'penalty-scale.ts',
        test: 'penalty-scale.test.ts',
        figure: 'repairs never reach 1/130',
      },
    ],
  ]),
];
