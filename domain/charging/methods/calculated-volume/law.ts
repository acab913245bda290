// The paragraphs of the law behind the charge of a non-residential room.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/calculated-volume', 'decree-354', [
    [
      '43',
      {
        ru: 'нежилое помещение без прибора: объём по договору или расчётный',
        en: 'a non-residential room without a meter: the volume by contract or calculation',
      },
      { rule: 'calculated-volume.ts', test: 'calculated-volume.test.ts', figure: '1.5 × 50' },
    ],
  ]),
];
