// How a charge by contract or calculation found its volume.
import { contractVolumes } from '../../explanation/figures.ts';
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { ofContract } from '../../explanation/volumes.ts';

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
