// How a charge by area and norm found its volume.
import { parseScaled } from '../../../money/scaled.ts';
import { areaNormVolume } from '../../../regulation/individual-charge/area-norm-volume.ts';
import type { ChargePart, Grounds } from '../../charge-line.ts';
import { daysFactor, normFactor } from '../../explanation/factors.ts';
import { normsOfDays } from '../../explanation/figures.ts';
import type { Speech } from '../../explanation/speech.ts';
import { given, type PartVolume, type VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, ofDays } from '../../explanation/volumes.ts';
import { computedIn, type LawRow } from '../../../law/law-row.ts';

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

/** The paragraphs of the law behind a charge by area and norm. */
export const AREA_NORM_LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/area-norm', 'decree-354', [
    [
      '148(30)',
      {
        ru: 'ТКО по площади, где так решил регион',
        en: 'waste by area, where the region has chosen so',
      },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
    [
      '148(34)',
      {
        ru: 'ТКО по площади: площадь помещения на норматив',
        en: 'waste by area: the area of the room times the norm',
      },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
    [
      'app. 2 f. 9(2)',
      { ru: 'то же в формуле', en: 'the same as a formula' },
      { rule: 'area-norm.ts', test: 'area-norm.test.ts', figure: '50 × 0.008 × 700' },
    ],
  ]),
];
