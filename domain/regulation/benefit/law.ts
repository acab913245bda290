// The paragraphs of the law behind benefits.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/benefit', 'housing-code', [
    [
      '160',
      {
        ru: 'льготы отдельным категориям граждан: доля платы, в пределах норматива, социальной нормы площади или без них',
        en: 'benefits of some categories of people: a share of the charge, within the norm, the social norm of area, or without them',
      },
      {
        rule: 'benefit.ts',
        test: 'benefit.test.ts',
        figure:
          '2 persons, one entitled, 10 m³, norm 4, tariff 50, share 0.5: min(5, 4) × 50 × 0.5 = 100.00',
      },
    ],
  ]),
];
