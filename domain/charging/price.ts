// Prices a volume by the tariff of its days: each part's amount is rounded once, and the charge is their sum.
import { add, fromScaled, multiply, roundHalfUp, type Fraction } from '../money/fraction.ts';
import { formatKopecks } from '../money/kopecks.ts';
import { heatVolume } from '../regulation/two-component-hot-water/heat-volume.ts';
import type { ChargeBasis, ChargeLine, ChargePart } from './charge-line.ts';
import { formatShown } from './exact-text.ts';
import { stretchesOf } from './month-days.ts';
import { checkAmount } from './plausible.ts';
import { heatNormOn, heatTariffOn, tariffOn } from './prepared-service.ts';
import type { Place, VolumeSource } from './volume-source.ts';

/** Of the column that keeps a volume. */
const COLUMN_PLACES = 6;
const HEAT_PRECISION = 6;
const HEAT_UNIT = 'Гкал';

/** A charge line and its unrounded volume. */
export type Priced = { readonly line: ChargeLine; readonly volume: Fraction };

/** The line of a volume at the service's own tariff, of two components the cold one; undefined when no day has a volume. */
export function priceLine(
  place: Place,
  source: VolumeSource,
  line: number,
  rateType: string,
): Priced | undefined {
  const { service } = place;
  return price(place, source, {
    line,
    rateType,
    precision: service.facts.precision,
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
    tariffOn: heatTariffOn,
    basis: { component: 'heat', unit: HEAT_UNIT },
  });
}

type Pricing = {
  readonly line: number;
  readonly rateType: string;
  /** Places of the volume. */
  readonly precision: number;
  readonly tariffOn: typeof tariffOn;
  readonly basis: Pick<ChargeBasis, 'component' | 'unit'>;
};

/** @throws UncomputableError tariff-missing, amount-implausible, and what the source throws */
function price(place: Place, source: VolumeSource, pricing: Pricing): Priced | undefined {
  const { month, account, service, first, last } = place;
  const tariffs = pricing.tariffOn === tariffOn ? service.tariff : service.heatTariff;
  const parts: ChargePart[] = [];
  let amountKopecks = 0n;
  let tariffE4 = 0n;
  let total: Fraction | undefined;
  for (const stretch of stretchesOf(month, first, last, source.cuts | tariffs.cuts)) {
    const used = source.on(stretch);
    if (used === undefined) continue;
    const { volume } = used;
    const tariff = pricing.tariffOn(service, month, stretch.first);
    const partKopecks = roundHalfUp(multiply(volume, fromScaled(tariff.value, 4)), 2);
    amountKopecks += partKopecks;
    tariffE4 = tariff.value;
    total = total === undefined ? volume : add(total, volume);
    parts.push({
      from: stretch.from,
      to: stretch.to,
      days: stretch.last - stretch.first + 1,
      volume: formatShown(volume),
      tariff: tariff.text,
      tariffBasis: tariff.basis,
      amount: formatKopecks(partKopecks),
      ...used.inputs,
    });
  }
  if (total === undefined) return undefined;
  checkAmount(service.facts.name, amountKopecks);
  const { precision } = pricing;
  return {
    volume: total,
    line: {
      personalAccountId: account.facts.personalAccountId,
      accountNumber: account.facts.accountNumber,
      houseServiceId: service.facts.houseServiceId,
      line: pricing.line,
      rateType: pricing.rateType,
      consumptionE6: roundHalfUp(total, precision) * 10n ** BigInt(COLUMN_PLACES - precision),
      tariffE4,
      amountKopecks,
      basis: {
        rule: source.rule,
        ...pricing.basis,
        rounding: 'part-half-up',
        daysInMonth: month.length,
        ...source.inputs,
        parts,
      },
    },
  };
}
