// The paragraphs of the law behind interruptions and bad quality.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/quality', 'decree-354', [
    [
      '98, 150',
      {
        ru: 'плата снижается за перерывы дольше допустимого и за ненадлежащее качество',
        en: 'the charge is lowered for longer interruptions and for bad quality',
      },
      {
        rule: 'taken-back.ts',
        test: 'taken-back.test.ts',
        figure: 'heating, three of 10 h at 12 °C: 30 − 24 = 6 h',
      },
    ],
    [
      '101',
      {
        ru: 'часы ненадлежащего качества, за которые плата не берётся',
        en: 'hours of bad quality that are not paid',
      },
      {
        rule: 'taken-back.ts',
        test: 'taken-back.test.ts',
        figure: 'rusty water: the hours are not paid',
      },
    ],
    [
      '148(45)',
      { ru: 'отходы, вывезенные с опозданием', en: 'waste that is collected late' },
      {
        rule: 'break-hours.ts',
        test: 'taken-back.test.ts',
        figure: 'waste, 10 days in the cold: 240 − 48 = 192 h, 8 × 3.3 %',
      },
    ],
    [
      'app. 1 p. 1, app. 1 p. 4, app. 1 p. 8, app. 1 p. 9, app. 1 p. 11, app. 1 p. 14, app. 1 p. 17',
      {
        ru: 'допустимая продолжительность перерывов',
        en: 'how long a service may be interrupted',
      },
      {
        rule: 'break-hours.ts',
        test: 'taken-back.test.ts',
        figure: 'cold water, 15 h in short breaks: 15 − 8 = 7 h',
      },
    ],
    [
      'app. 1 p. 2, app. 1 p. 6, app. 1 p. 10, app. 1 p. 12',
      {
        ru: 'состав и свойства воды и газа, напряжение и частота',
        en: 'composition of water and gas, voltage and frequency',
      },
      {
        rule: 'taken-back.ts',
        test: 'taken-back.test.ts',
        figure: 'voltage: 0.15 % an hour',
      },
    ],
    [
      'app. 1 p. 3, app. 1 p. 7, app. 1 p. 13, app. 1 p. 16',
      { ru: 'давление', en: 'pressure' },
      {
        rule: 'deviation.ts',
        test: 'taken-back.test.ts',
        figure: 'pressure a fifth too low: 0.1 % an hour',
      },
    ],
    [
      'app. 1 p. 5',
      { ru: 'температура горячей воды', en: 'the temperature of hot water' },
      {
        rule: 'deviation.ts',
        test: 'taken-back.test.ts',
        figure: 'hot water of 52 °C by day: 57 − 52 is one step of 3',
      },
    ],
    [
      'app. 1 p. 15',
      { ru: 'температура воздуха в помещении', en: 'the temperature of the air in a room' },
      {
        rule: 'deviation.ts',
        test: 'taken-back.test.ts',
        figure: '17 °C where 18 had to be, for 48 h',
      },
    ],
  ]),
];
