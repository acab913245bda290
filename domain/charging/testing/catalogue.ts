// What the catalogue says of its services, for tests of the calculation. A test of core holds it against the catalogue itself.
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
  coefficients: [],
};
const WATER: Told = { ...PLAIN, followsAbsence: true, drainsInto: 'water-disposal' };
const HOT = { ru: 'горячая вода', en: 'hot water' };
const SINCE_2017 = {
  valueE2: 150n,
  validFrom: new Temporal.PlainDate(2017, 1, 1),
  validTo: null,
};
const COLD_WATER = [
  { ...SINCE_2017, validTo: new Temporal.PlainDate(2025, 12, 5) },
  { valueE2: 300n, validFrom: new Temporal.PlainDate(2025, 12, 6), validTo: null },
];
const ELECTRICITY: Told = {
  ...PLAIN,
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
    coefficients: COLD_WATER,
  },
  'hot-water': { ...WATER, everydayName: HOT, coefficients: [SINCE_2017] },
  'hot-water-two-component': { ...WATER, everydayName: HOT, coefficients: [SINCE_2017] },
  'water-disposal': { ...PLAIN, followsAbsence: true },
  heating: PLAIN,
  electricity: ELECTRICITY,
  'electricity-day': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-peak': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-half-peak': { ...ELECTRICITY, hoursOf: 'electricity' },
  'electricity-night': { ...ELECTRICITY, hoursOf: 'electricity' },
  gas: { ...PLAIN, followsAbsence: true },
  waste: { ...PLAIN, followsAbsence: true },
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

/** A service that is not there is one of which nothing is said. */
export function catalogueFacts(code: string): Told {
  return CATALOGUE[code] ?? PLAIN;
}
