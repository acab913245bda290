// The paragraphs of the law behind a charge of water disposal.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/water-disposal', 'decree-354', [
    [
      '42',
      {
        ru: 'водоотведение: сумма объёмов воды, без приборов – свой норматив',
        en: 'water disposal: the volumes of water together, without meters its own norm',
      },
      {
        rule: 'water-disposal.ts',
        test: 'water-disposal.test.ts',
        figure: '2 × 5 × 40 = 400.00, not 560.00',
      },
    ],
  ]),
];
