// The catalogue's services for tests of the calculation. A test of core compares them with the catalogue itself.
import type { CatalogueFacts } from '../house-facts.ts';

type Told = Omit<CatalogueFacts, 'code' | 'name' | 'unit' | 'precision'>;

const PLAIN: Told = {
  kind: 'utility',
  everydayName: null,
  drainsInto: null,
  commonNeedsOf: [],
  hoursOf: null,
  followsAbsence: false,
  countsUnverified: false,
  qualityStandard: null,
  coefficients: [],
};
const WATER: Told = { ...PLAIN, followsAbsence: true, drainsInto: 'water-disposal' };
const SINCE_2017 = {
  valueE2: 150n,
  validFrom: new Temporal.PlainDate(2017, 1, 1),
  validTo: null,
};
const COLD_WATER = [
  { ...SINCE_2017, validTo: new Temporal.PlainDate(2025, 12, 5) },
  { valueE2: 300n, validFrom: new Temporal.PlainDate(2025, 12, 6), validTo: null },
];
const HOT_WATER: Told = {
  ...WATER,
  everydayName: { ru: 'горячая вода', en: 'hot water' },
  qualityStandard: 'hot-supply',
  coefficients: [SINCE_2017],
};
const ELECTRICITY: Told = {
  ...PLAIN,
  qualityStandard: 'power',
  followsAbsence: true,
  countsUnverified: true,
  coefficients: [SINCE_2017],
};
const commonNeeds = (...of: readonly string[]): Told => ({
  ...PLAIN,
  kind: 'housing',
  commonNeedsOf: of,
});
const commonElectricity = (...of: readonly string[]): Told => ({
  ...commonNeeds(...of),
  countsUnverified: true,
});

/** By their codes. */
export const CATALOGUE: Readonly<Record<string, Told>> = {
  'cold-water': {
    ...WATER,
    everydayName: { ru: 'холодная вода', en: 'cold water' },
    qualityStandard: 'cold-supply',
    coefficients: COLD_WATER,
  },
  'hot-water': HOT_WATER,
  'hot-water-two-component': HOT_WATER,
  'water-disposal': { ...PLAIN, followsAbsence: true, qualityStandard: 'sewerage' },
  heating: { ...PLAIN, qualityStandard: 'heating' },
  electricity: ELECTRICITY,
  'electricity-day': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-peak': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-half-peak': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-night': { ...ELECTRICITY, hoursOf: 'electricity' },
  gas: { ...PLAIN, followsAbsence: true, qualityStandard: 'gas-supply' },
  waste: { ...PLAIN, followsAbsence: true, qualityStandard: 'waste-collection' },
  upkeep: { ...PLAIN, kind: 'housing' },
  'major-repairs': { ...PLAIN, kind: 'major-repairs' },
  'cold-water-odn': commonNeeds('cold-water'),
  'hot-water-odn': commonNeeds('hot-water', 'hot-water-two-component'),
  'hot-water-two-component-odn': commonNeeds('hot-water', 'hot-water-two-component'),
  'water-disposal-odn': commonNeeds('water-disposal'),
  'electricity-odn': commonElectricity(
    'electricity',
    'electricity-day',
    'electricity-peak',
    'electricity-half-peak',
    'electricity-night',
  ),
  'electricity-day-odn': commonElectricity('electricity-day'),
  'electricity-peak-odn': commonElectricity('electricity-peak'),
  'electricity-half-peak-odn': commonElectricity('electricity-half-peak'),
  'electricity-night-odn': commonElectricity('electricity-night'),
};

/** A code that is not listed gives a service with no special properties. */
export function catalogueFacts(code: string): Told {
  return CATALOGUE[code] ?? PLAIN;
}
