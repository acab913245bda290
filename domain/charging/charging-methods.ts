// The closed list of charging methods, with the names that people read. The contract, the catalogue and the page take them from
// here; what each method does is in its folder in methods/.
import type { Words } from '../text/words.ts';

export const METHOD_NAMES = {
  meter: { ru: 'по приборам учёта', en: 'by meters' },
  norm: { ru: 'по нормативу', en: 'by the norm' },
  area: { ru: 'по площади', en: 'by area' },
  heating: { ru: 'отопление', en: 'heating' },
  'water-disposal': {
    ru: 'по объёму холодной и горячей воды',
    en: 'by the volume of cold and hot water',
  },
  odn: { ru: 'общедомовые нужды, по площади', en: 'common-house needs, by area' },
  'area-norm': { ru: 'по площади и нормативу', en: 'by area and the norm' },
  fixed: { ru: 'твёрдая сумма со счёта', en: 'a fixed sum an account' },
  'per-person': { ru: 'по числу зарегистрированных', en: 'by registered persons' },
  'calculated-volume': {
    ru: 'по договорному или расчётному объёму',
    en: 'by the volume of the contract or of a calculation',
  },
} as const satisfies Readonly<Record<string, Words>>;

export type ChargingMethod = keyof typeof METHOD_NAMES;
export const CHARGING_METHODS = Object.keys(METHOD_NAMES) as readonly ChargingMethod[];

/** The methods that may charge by the volume of the year before: heating paid evenly, common-house needs by the mean month. */
export const BY_YEAR_BEFORE: readonly ChargingMethod[] = ['heating', 'odn'];

/** Names of charges that do not come from a charging method. */
export const LINE_NAMES: Readonly<Record<string, Words>> = {
  excess: { ru: 'повышающий коэффициент', en: 'coefficient' },
  recalculation: { ru: 'перерасчёт', en: 'recalculation' },
  benefit: { ru: 'льгота', en: 'benefit' },
};

/** Of the two components of hot water, the one that is told apart by a name. */
const HEAT: Words = { ru: 'тепловая энергия', en: 'heat' };

/** What tells a charge from the others of its service: the heat in hot water, an excess, a recalculation, a benefit. */
export function namesOfLine({
  rateType,
  isHeat,
}: {
  readonly rateType: string | null;
  readonly isHeat: boolean;
}): readonly Words[] {
  const name = rateType === null ? undefined : LINE_NAMES[rateType];
  return [...(isHeat ? [HEAT] : []), ...(name === undefined ? [] : [name])];
}

/** Names of all values of `rateType`. */
export const RATE_TYPE_NAMES: Readonly<Record<string, Words>> = { ...METHOD_NAMES, ...LINE_NAMES };
