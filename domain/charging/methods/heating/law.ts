// The paragraphs of the law behind a charge of heating.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/heating', 'decree-354', [
    [
      '42(1)',
      {
        ru: 'отопление по общедомовому прибору и по нормативу',
        en: 'heating by the house-wide meter and by the norm',
      },
      {
        rule: 'heating.ts',
        test: 'heating.test.ts',
        figure: '120 Gcal × 50/1000 × 2280.50 = 13683.00',
      },
    ],
  ]),
];
