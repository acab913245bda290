// How a charge of heating found its volume: by the norm of a square metre, or by the house-wide meter.
import { fraction, fromScaled, multiply } from '../../../money/fraction.ts';
import { parseScaled } from '../../../money/scaled.ts';
import type { ChargePart, Grounds } from '../../charge-line.ts';
import { parseExact } from '../../exact-text.ts';
import { daysFactor, normFactor } from '../../explanation/factors.ts';
import { normsOfDays, sharedOut } from '../../explanation/figures.ts';
import type { Speech } from '../../explanation/speech.ts';
import { given, type PartVolume, type VolumeRule } from '../../explanation/volume-rule.ts';
import { areaOf, ofDays, spread } from '../../explanation/volumes.ts';

export const HEATING_RULES = {
  'heating-by-norm': {
    what: {
      ru: 'Отопление определено по нормативу на квадратный метр.',
      en: 'Heating is by the norm of a square metre.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формулы 2 и 2(1)',
      en: 'Decree 354, appendix 2, formulas 2 and 2(1)',
    },
    figures: areaTimesNorm,
    factors: factorsOf,
    replay: byNorm,
  },
  'heating-house-meter': {
    what: {
      ru: 'Тепло, учтённое общедомовым прибором, распределено по площади.',
      en: 'The heat that the house-wide meter counted is shared out by area.',
    },
    article: {
      ru: 'Правила № 354, приложение № 2, формула 3',
      en: 'Decree 354, appendix 2, formula 3',
    },
    figures: (grounds) => sharedOut(grounds),
    replay: (grounds) => spread(grounds, parseExact(given(grounds.ownVolume))),
  },
} as const satisfies Readonly<Record<string, VolumeRule>>;

function areaTimesNorm(grounds: Grounds): string {
  const { area, heatingMonths } = grounds;
  const twelfths = heatingMonths === undefined ? '' : ` × ${heatingMonths}/12`;
  return `${area} m² × ${normsOfDays(grounds)}${twelfths}`;
}

function factorsOf(grounds: Grounds, part: ChargePart, speech: Speech): readonly string[] {
  const { area, heatingMonths } = grounds;
  return [
    `${speech.number(area)} м²`,
    normFactor(part, speech),
    ...daysFactor(grounds, part),
    ...(heatingMonths === undefined ? [] : [`${heatingMonths}/12`]),
  ];
}

function byNorm(grounds: Grounds): PartVolume {
  const { heatingMonths } = grounds;
  const area = areaOf(grounds);
  return (part) => {
    const ofSeason = multiply(area, fromScaled(parseScaled(given(part.norm), 6), 6));
    const monthly =
      heatingMonths === undefined
        ? ofSeason
        : multiply(ofSeason, fraction(BigInt(heatingMonths), 12n));
    return ofDays(grounds, monthly)(part);
  };
}
