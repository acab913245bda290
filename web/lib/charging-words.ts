// How a service is charged for, in words.
import { inBoth } from './words.ts';

export const chargingWords = inBoth(
  {
    method: {
      meter: 'по приборам учёта',
      norm: 'по нормативу',
      area: 'по площади',
      heating: 'отопление',
      'water-disposal': 'по объёму холодной и горячей воды',
      odn: 'общедомовые нужды, по площади',
    },
    heatingMode: {
      season: 'в отопительный период',
      'whole-year': 'равномерно круглый год',
      'house-meter': 'по общедомовому прибору',
    },
    component: { cold: 'холодная вода', heat: 'тепло' },
  },
  {
    method: {
      meter: 'by meters',
      norm: 'by the norm',
      area: 'by area',
      heating: 'heating',
      'water-disposal': 'by the volume of cold and hot water',
      odn: 'common-house needs, by area',
    },
    heatingMode: {
      season: 'in the heating season',
      'whole-year': 'evenly over the year',
      'house-meter': 'by the house-wide meter',
    },
    component: { cold: 'cold water', heat: 'heat' },
  },
);
