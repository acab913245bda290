// How a charge by area found its volume.
import type { VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, ofDays } from '../../explanation/volumes.ts';

export const AREA_RULES = {
  area: {
    what: {
      ru: 'Плата определена по площади помещения.',
      en: 'The charge is by the area of the room.',
    },
    article: {
      ru: 'Жилищный кодекс, ст. 154, 156: по площади',
      en: 'Housing Code, art. 154, 156: by area',
    },
    replay: (grounds) => ofDays(grounds, areaOf(grounds)),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;
