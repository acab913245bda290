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
    },
    sharedMeterBy: { share: 'по долям в помещении', persons: 'по числу граждан' },
    component: { cold: 'холодная вода', heat: 'тепло' },
  },
  {
    method: namesIn('en'),
    heatingMode: {
      season: 'in the heating season',
      'whole-year': 'evenly over the year',
      'house-meter': 'by the house-wide meter',
    },
    sharedMeterBy: { share: 'by shares of the room', persons: 'by persons' },
    component: { cold: 'cold water', heat: 'heat' },
  },
);

function namesIn(language: Language): Readonly<Record<ChargingMethod, string>> {
  const names = Object.entries(METHOD_NAMES).map(([method, words]) => [method, words[language]]);
  return Object.fromEntries(names) as Record<ChargingMethod, string>;
}
