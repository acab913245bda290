// How a charge of water disposal found its volume: by the water, or by the norm of disposal.
import { fraction } from '../../../money/fraction.ts';
import { lateReading } from '../../../regulation/late-reading/late-reading.ts';
import { drainedTogether, personsTimesNorm } from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { drained, ofPersons, spread } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const WATER_DISPOSAL_RULES = {
  'water-disposal': {
    what: {
      ru: 'Объём водоотведения – сумма объёмов холодной и горячей воды.',
      en: 'What goes down the drain is the cold and the hot water together.',
    },
    article: {
      ru: 'Правила № 354, п. 42: сумма объёмов холодной и горячей воды',
      en: 'Decree 354, p. 42: the sum of the cold and hot water volumes',
    },
    figures: drainedTogether,
    replay: (grounds) => spread(grounds, lateReading(drained(grounds), fraction(0n)).own),
  },
  'water-disposal-norm': {
    what: {
      ru: 'Приборов учёта воды нет: объём стоков определён по нормативу водоотведения на каждого зарегистрированного, а где никто не зарегистрирован – на каждого собственника.',
      en: 'No meter counts the water: the volume is the norm of disposal of each registered person, and of each owner where nobody is registered.',
    },
    article: {
      ru: 'Правила № 354, п. 42, приложение № 2, формула 4: водоотведение без приборов учёта воды',
      en: 'Decree 354, p. 42, appendix 2, formula 4: water disposal without meters of water',
    },
    figures: personsTimesNorm,
    replay: ofPersons,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind a charge of water disposal. */
export const WATER_DISPOSAL_LAW: readonly LawRow[] = [
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
