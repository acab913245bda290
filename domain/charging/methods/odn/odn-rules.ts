// How a charge of common-house needs found its volume: by the house-wide meter, at most the norm or not, or by the norm.
import type { HouseBasis } from '../../charge-line.ts';
import { sharedOut } from '../../explanation/figures.ts';
import { shortened } from '../../explanation/speech.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { byHouseShare } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const ODN_RULES = {
  'odn-house-meter': {
    what: {
      ru: 'Общедомовые нужды – показание общедомового прибора без потребления в помещениях – распределены по площади.',
      en: 'Common-house needs, what the house-wide meter counted beyond the rooms, are shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 10–12',
      en: 'Decree 354, appendix 2, formulas 10–12',
    },
    figures: (grounds) => sharedOut(grounds, rest),
    replay: byHouseShare,
  },
  'odn-house-average': {
    what: {
      ru: 'Показания общедомового прибора нет: общедомовые нужды определены по его среднемесячному объёму и распределены по площади.',
      en: 'The house-wide meter has no reading that counts: common-house needs follow from its average and are shared out by area.',
    },
    article: {
      ru: 'Правила № 354, п. 59(1), приложение № 2, формулы 10–12: среднемесячный объём общедомового прибора',
      en: 'Decree 354, p. 59(1), appendix 2, formulas 10–12: the average of the house meter',
    },
    figures: (grounds) => sharedOut(grounds, rest),
    replay: byHouseShare,
  },
  'odn-norm-yearly': {
    what: {
      ru: 'Общедомовые нужды начислены по нормативу, что бы ни показал общедомовый прибор; раз в год делается перерасчёт по его показаниям.',
      en: 'Common-house needs are charged by the norm, whatever the house-wide meter says; once a year they are recalculated to it.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 156 ч. 9.2; Правила № 491, п. 29(2)',
      en: 'Housing Code, art. 156 p. 9.2; Rules 491, p. 29(2)',
    },
    figures: (grounds) => sharedOut(grounds, norm),
    replay: byHouseShare,
  },
  'odn-average-yearly': {
    what: {
      ru: 'Общедомовые нужды начислены по среднемесячному объёму прошлого года; раз в год делается перерасчёт по показаниям общедомового прибора.',
      en: 'Common-house needs are charged by the mean month of the year before; once a year they are recalculated to the house-wide meter.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 156 ч. 9.2 п. 2 «а»; Правила № 491, п. 29(2)',
      en: 'Housing Code, art. 156 p. 9.2 (2) a; Rules 491, p. 29(2)',
    },
    figures: (grounds) => sharedOut(grounds, mean),
    replay: byHouseShare,
  },
  'odn-norm': {
    what: {
      ru: 'Общедомового прибора нет или он не учитывается: общедомовые нужды определены по нормативу и распределены по площади.',
      en: 'No house-wide meter counts: common-house needs are by the norm and shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 15',
      en: 'Decree 354, appendix 2, formula 15',
    },
    figures: (grounds) => sharedOut(grounds, norm),
    replay: byHouseShare,
  },
  'odn-capped': {
    what: {
      ru: 'Общедомовые нужды выше норматива: распределён объём по нормативу.',
      en: 'Common-house needs are above their norm: what the norm allows is shared out.',
    },
    article: {
      ru: 'Правила № 354, п. 44: не больше норматива общедомовых нужд',
      en: 'Decree 354, p. 44: no more than the norm of common-house needs',
    },
    figures: (grounds) => sharedOut(grounds, (house) => `min(${rest(house)}, ${norm(house)})`),
    replay: byHouseShare,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

function rest({ volume, individualVolumes, carriedIn }: HouseBasis): string {
  const before =
    carriedIn === undefined || carriedIn.startsWith('0') ? '' : ` + (${shortened(carriedIn)})`;
  return `max(0, ${shortened(volume)} − ${shortened(individualVolumes)}${before})`;
}

function mean({ yearBefore }: HouseBasis): string {
  return `max(0, ${shortened(yearBefore?.volume)}) / 12 months`;
}

function norm({ norm: ofMetre, commonArea }: HouseBasis): string {
  return `${shortened(ofMetre)} × ${commonArea} m²`;
}

/** The paragraphs of the law behind a charge of common-house needs. */
export const ODN_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/odn', 'rules-491', [
    [
      '29',
      {
        ru: 'расходы на содержание включают коммунальные ресурсы для общего имущества',
        en: 'the costs of upkeep include utilities for common property',
      },
      { rule: 'odn.ts', test: 'odn.test.ts', figure: 'by the house meter: 96.80 on top of 290.40' },
    ],
    [
      '29(1)',
      {
        ru: 'КР на СОИ по нормативу, где общедомового прибора нет',
        en: 'common-house needs by the norm if no house-wide meter is installed',
      },
      {
        rule: 'common-norm.ts',
        test: 'odn.test.ts',
        figure: '3.94 × 1426 × 60/2400 × 1.936 = 271.93',
      },
    ],
    [
      '29(2)',
      {
        ru: 'КР на СОИ по нормативу, по среднему месяцу прошлого года или по прибору с переносом отрицательного объёма',
        en: 'common-house needs by the norm, by the mean month of the year before, or by the meter, a volume below zero carried on',
      },
      {
        rule: 'odn.ts',
        test: 'yearly-methods.test.ts',
        figure: '6 m³ whatever the meter says: 180.00 and 120.00',
      },
    ],
  ]),
];
