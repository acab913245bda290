// How a charge by area and norm found its volume.
import { parseScaled } from '../../../money/scaled.ts';
import { areaNormVolume } from '../../../regulation/individual-charge/area-norm-volume.ts';
import type { ChargePart, Grounds } from '../../charge-line.ts';
import { daysFactor, normFactor } from '../../explanation/factors.ts';
import { normsOfDays } from '../../explanation/figures.ts';
import type { Speech } from '../../explanation/speech.ts';
import { given, type PartVolume, type VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, ofDays } from '../../explanation/volumes.ts';

export const AREA_NORM_RULES = {
  'area-norm': {
    what: {
      ru: 'Объём определён по площади помещения и нормативу на квадратный метр.',
      en: 'The volume is by the area of the room and the norm of a square metre.',
    },
    article: {
      ru: 'Правила № 354, п. 148(34), приложение № 2, формула 9(2)',
      en: 'Decree 354, p. 148(34), appendix 2, formula 9(2)',
    },
    figures: (grounds) => `${grounds.area} m² × ${normsOfDays(grounds)}`,
    factors: factorsOf,
    replay: byNorm,
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

function factorsOf(grounds: Grounds, part: ChargePart, speech: Speech): readonly string[] {
  const area = `${speech.number(grounds.area)} м²`;
  return [area, normFactor(part, speech), ...daysFactor(grounds, part)];
}

function byNorm(grounds: Grounds): PartVolume {
  const area = areaOf(grounds);
  return (part) => ofDays(grounds, areaNormVolume(area, parseScaled(given(part.norm), 6)))(part);
}
