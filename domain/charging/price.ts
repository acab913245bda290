// Prices a volume by the tariff of its days: each part's amount is rounded once, and the charge is their sum.
import {
  add,
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  type Fraction,
} from '../money/fraction.ts';
import { formatKopecks } from '../money/kopecks.ts';
import { costInRanges, partInRanges } from '../regulation/tariff-ranges/tariff-ranges.ts';
import { heatVolume } from '../regulation/two-component-hot-water/heat-volume.ts';
import type { ChargeBasis, ChargeLine, ChargePart } from './charge-line.ts';
import { formatExact, formatShown } from './exact-text.ts';
import { hasDay, type Stretch } from './month-days.ts';
import { checkAmount } from './plausible.ts';
import { heatNormOn, heatTariffOn, tariffOn, type DatedValue } from './prepared-service.ts';
import { stretchesIn, type Place, type StretchVolume, type VolumeSource } from './volume-source.ts';

/** Decimal places of the column that stores a volume. */
const COLUMN_PLACES = 6;
const ZERO = fraction(0n);
const HEAT_PRECISION = 6;
const HEAT_UNIT = 'Гкал';

/** A charge line and the unrounded volume of all days; there is no line if no day is charged. */
export type Priced = {
  readonly line?: ChargeLine;
  readonly volume: Fraction;
  /** The charged part of the volume. */
  readonly charged: Fraction;
};

/**
 * The line of a volume at the service's own tariff, or that of the cold component; undefined when no day has a volume.
 * @param before how much of the month's tariff ranges earlier lines have filled
 */
export function priceLine(
  place: Place,
  source: VolumeSource,
  line: number,
  rateType: string,
  before = ZERO,
): Priced | undefined {
  const { service } = place;
  return price(place, source, {
    line,
    rateType,
    precision: service.facts.precision,
    before,
    tariffOn,
    basis: service.isTwoComponent ? { component: 'cold' } : {},
  });
}

/** The line of the heat in a volume of two-component hot water. */
export function priceHeatLine(
  place: Place,
  source: VolumeSource,
  line: number,
  rateType: string,
): Priced | undefined {
  const { month, service } = place;
  const heat: VolumeSource = {
    ...source,
    cuts: source.cuts | service.heatNorm.cuts,
    on: (stretch) => {
      const water = source.on(stretch);
      if (water === undefined) return undefined;
      const norm = heatNormOn(service, month, stretch.first);
      const inputs = { ...water.inputs, heatNorm: norm.text, heatNormBasis: norm.basis };
      return { volume: heatVolume(water.volume, norm.value), inputs };
    },
  };
  return price(place, heat, {
    line,
    rateType,
    precision: HEAT_PRECISION,
    before: ZERO,
    tariffOn: heatTariffOn,
    basis: { component: 'heat', unit: HEAT_UNIT },
  });
}

type Pricing = {
  readonly line: number;
  readonly rateType: string;
  /** Decimal places of the volume. */
  readonly precision: number;
  readonly before: Fraction;
  readonly tariffOn: typeof tariffOn;
  readonly basis: Pick<ChargeBasis, 'component' | 'unit'>;
};

/** Consecutive days and what is charged for them. */
type Use = StretchVolume & { readonly stretch: Stretch; readonly tariff: DatedValue };

/** @throws UncomputableError tariff-missing, amount-implausible, and whatever the source throws */
function price(place: Place, source: VolumeSource, pricing: Pricing): Priced | undefined {
  const { month, account, service } = place;
  const tariffs = pricing.tariffOn === tariffOn ? service.tariff : service.heatTariff;
  const uses: Use[] = [];
  let total: Fraction | undefined;
  let charged = ZERO;
  for (const stretch of stretchesIn(place, source.cuts | tariffs.cuts)) {
    const used = source.on(stretch);
    if (used === undefined) continue;
    total = total === undefined ? used.volume : add(total, used.volume);
    if (!hasDay(place.charged, stretch.first)) continue;
    charged = charged === ZERO ? used.volume : add(charged, used.volume);
    uses.push({ ...used, stretch, tariff: pricing.tariffOn(service, month, stretch.first) });
  }
  if (total === undefined) return undefined;
  const tariffE4 = uses.at(-1)?.tariff.value;
  if (tariffE4 === undefined) return { volume: total, charged };
  let amountKopecks = 0n;
  const parts = uses.map((use): ChargePart => {
    const { kopecks, ranges } = costOf(use, charged, pricing.before);
    amountKopecks += kopecks;
    return toPart(use, kopecks, ranges);
  });
  checkAmount(service.facts.name, amountKopecks);
  const { precision } = pricing;
  const line: ChargeLine = {
    personalAccountId: account.facts.personalAccountId,
    accountNumber: account.facts.accountNumber,
    houseServiceId: service.facts.houseServiceId,
    line: pricing.line,
    rateType: pricing.rateType,
    consumptionE6: roundHalfUp(charged, precision) * 10n ** BigInt(COLUMN_PLACES - precision),
    tariffE4,
    amountKopecks,
    basis: {
      rule: source.rule,
      ...pricing.basis,
      rounding: 'part-half-up',
      daysInMonth: month.length,
      ...source.inputs,
      ...rangesFrom(uses, pricing.before),
      parts,
    },
  };
  return { line, volume: total, charged };
}

type Cost = { readonly kopecks: bigint; readonly ranges?: ChargePart['ranges'] };

/** @param line the volume of all parts; each part gets its share of the line's tariff ranges */
function costOf({ volume, tariff }: Use, line: Fraction, before: Fraction): Cost {
  const { ranges } = tariff;
  if (ranges === undefined)
    return { kopecks: roundHalfUp(multiply(volume, fromScaled(tariff.value, 4)), 2) };
  const volumes = partInRanges(
    volume,
    line,
    before,
    ranges.map(({ aboveE3 }) => aboveE3),
  );
  const values = [tariff.value, ...ranges.map(({ valueE4 }) => valueE4)];
  return {
    kopecks: roundHalfUp(costInRanges(volumes, values), 2),
    ranges: ranges.map(({ above, tariff: value }, index) => ({
      above,
      tariff: value,
      volume: formatShown(volumes[index + 1] ?? ZERO),
    })),
  };
}

function toPart({ stretch, volume, tariff, inputs }: Use, kopecks: bigint, ranges: Cost['ranges']) {
  return {
    from: stretch.from,
    to: stretch.to,
    days: stretch.last - stretch.first + 1,
    volume: formatShown(volume),
    tariff: tariff.text,
    tariffBasis: tariff.basis,
    amount: formatKopecks(kopecks),
    ...inputs,
    ...(ranges && { ranges }),
  };
}

function rangesFrom(uses: readonly Use[], before: Fraction): Pick<ChargeBasis, 'rangesFrom'> {
  const isRanged = uses.some(({ tariff }) => tariff.ranges !== undefined);
  return isRanged && before.numerator !== 0n ? { rangesFrom: formatExact(before) } : {};
}
