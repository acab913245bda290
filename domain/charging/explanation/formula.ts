// A charge in one line: the act that it is based on, the volume, and its price in figures.
import { formatKopecks } from '../../money/kopecks.ts';
import type { ChargeBasis, ChargePart, CorrectionBasis } from '../charge-line.ts';
import { CHARGE_RULES } from '../charge-rules.ts';
import { replay } from '../replay.ts';
import { actFigures } from './act-steps.ts';
import { benefitFigures } from './benefit-steps.ts';
import { short } from './figures.ts';

/** The heat of two-component hot water, however the volume of the water is found. */
const HEAT_SOURCE = '; formula 23: the heat in the water';

/** The act and article of the rule, in English. */
export function sourceOf({ rule, component }: ChargeBasis): string {
  const source = CHARGE_RULES[rule].article.en;
  return component === 'heat' ? source + HEAT_SOURCE : source;
}

export function formulaOf(basis: ChargeBasis, unit: string): string {
  if (basis.rule === 'former-bill')
    return basis.parts.map((part) => billed(part, unit)).join(' + ');
  if (basis.correction !== undefined) return corrected(basis.correction);
  if (basis.acts !== undefined) return actFigures(basis);
  if (basis.benefits !== undefined) return benefitFigures(basis);
  const priced = basis.parts
    .map(
      (part) =>
        `${short(part.volume)} ${unit} × ${short(part.tariff)}${above(part)} = ${part.amount}`,
    )
    .join(' + ');
  const volume = CHARGE_RULES[basis.rule].figures?.(basis);
  return volume === undefined ? priced : `${heated(basis, volume)}; ${priced}`;
}

/** The volume above a bound, at its own tariff. */
function above({ ranges = [] }: ChargePart): string {
  return ranges
    .map(
      ({ above: bound, tariff, volume }) =>
        `, ${short(volume)} above ${short(bound)} × ${short(tariff)}`,
    )
    .join('');
}

/** The heat follows from the water, so the volume of the water comes first. */
function heated({ component, parts }: ChargeBasis, water: string): string {
  if (component !== 'heat') return water;
  const norms = [...new Set(parts.map(({ heatNorm }) => short(heatNorm)))];
  return `(${water}) × ${norms.join(', ')}`;
}

/** Not shown as a product: whether the amount was one is unknown. */
function billed({ volume, tariff, amount }: ChargePart, unit: string): string {
  return `${amount} as billed, for ${short(volume)} ${unit} at ${short(tariff)}`;
}

/** What the month or the year is charged now, less its standing charges. */
function corrected({ year, period, stood, now }: CorrectionBasis): string {
  const after = now === undefined ? '0.00' : formatKopecks(replay(now));
  const before = stood.map(({ amount }) => ` − ${amount}`).join('');
  return `${after}${before} for ${year ?? period}`;
}
