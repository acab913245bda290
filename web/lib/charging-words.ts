// How a service is charged for, in words.
import { METHOD_NAMES, type ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { inBoth, type Language } from './words.ts';

export const chargingWords = inBoth(
  {
    method: namesIn('ru'),
    heatingMode: {
      season: 'в отопительный период',
      'whole-year': 'равномерно круглый год',
      'house-meter': 'по общедомовому прибору',
      'even-by-meter': 'равномерно по объёму прошлого года',
    },
    sharedMeterBy: { share: 'по долям в помещении', persons: 'по числу граждан' },
    component: { cold: 'холодная вода', heat: 'тепло' },
    kind: {
      housing: 'содержание жилья',
      utility: 'коммунальная услуга',
      'major-repairs': 'взнос на капитальный ремонт',
      other: 'прочее',
    },
  },
  {
    method: namesIn('en'),
    heatingMode: {
      season: 'in the heating season',
      'whole-year': 'evenly over the year',
      'house-meter': 'by the house-wide meter',
      'even-by-meter': 'evenly by the volume of the year before',
    },
    sharedMeterBy: { share: 'by shares of the room', persons: 'by persons' },
    component: { cold: 'cold water', heat: 'heat' },
    kind: {
      housing: 'upkeep',
      utility: 'utility',
      'major-repairs': 'contribution for major repairs',
      other: 'other',
    },
  },
);

function namesIn(language: Language): Readonly<Record<ChargingMethod, string>> {
  const names = Object.entries(METHOD_NAMES).map(([method, words]) => [method, words[language]]);
  return Object.fromEntries(names) as Record<ChargingMethod, string>;
}
