// The paragraphs of the law behind a tariff by ranges of the volume.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/tariff-ranges', 'decree-354', [
    [
      '38',
      {
        ru: 'тарифы по группам потребителей и по диапазонам объёма',
        en: 'tariffs by groups of consumers and by ranges of the volume',
      },
      {
        rule: 'tariff-ranges.ts',
        test: 'tariff-ranges.test.ts',
        figure: '4500 kWh at 5.00, above 3900 at 7.00 = 23700.00',
      },
    ],
  ]),
];
