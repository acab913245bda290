// How a service is charged for, in words.
import type { CommonNeedsMethod } from '@kvartplata/domain/charging/house-facts.ts';
import { METHOD_NAMES, type ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import { inBoth, type Language } from './in-both.ts';

/** The ways to find common-house needs, in the order of Rules 491, p. 29(2)–29(3). */
export const COMMON_NEEDS_WAYS: readonly CommonNeedsMethod[] = [
  'norm-yearly',
  'average-yearly',
  'actual',
  'capped',
];

export const chargingWords = inBoth(
  {
    method: namesIn('ru'),
    heatingMode: {
      season: 'в отопительный период',
      'whole-year': 'равномерно круглый год',
      'house-meter': 'по общедомовому прибору',
      'even-by-meter': 'равномерно по объёму прошлого года',
    },
    commonNeeds: {
      'norm-yearly': 'По нормативу, раз в год перерасчёт по прибору',
      'average-yearly': 'По среднему месяцу прошлого года, раз в год перерасчёт (решение собрания)',
      actual: 'По прибору каждый месяц (решение собрания)',
      capped: 'По прибору, не больше норматива (непосредственное управление)',
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
    commonNeeds: {
      'norm-yearly': 'By the norm, recalculated to the meter once a year',
      'average-yearly':
        'By the mean month of the year before, recalculated once a year (the owners’ decision)',
      actual: 'By the meter each month (the owners’ decision)',
      capped: 'By the meter, at most the norm (direct management)',
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
