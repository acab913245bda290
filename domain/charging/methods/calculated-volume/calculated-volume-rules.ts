// How a charge by contract or calculation found its volume.
import { contractVolumes } from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofContract } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const CALCULATED_VOLUME_RULES = {
  'calculated-volume': {
    what: {
      ru: 'Нежилое помещение, прибор учёта не учитывается: объём за месяц взят по договору или расчёту.',
      en: 'A non-residential room whose use no meter counts: the volume of a month is that of the contract or of a calculation.',
    },
    article: {
      ru: 'Правила № 354, п. 43, 59: договорный или расчётный объём нежилого помещения',
      en: 'Decree 354, p. 43, 59: the volume of a non-residential room by contract or calculation',
    },
    figures: contractVolumes,
    replay: ofContract,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

/** The paragraphs of the law behind the charge of a non-residential room. */
export const CALCULATED_VOLUME_LAW: readonly LawRow[] = [
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
