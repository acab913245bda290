// Recomputes a charge from the data stored with it, and from nothing else.
import {
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  sum,
  type Fraction,
} from '../money/fraction.ts';
import { parseKopecks, type Kopecks } from '../money/kopecks.ts';
import { parseScaled } from '../money/scaled.ts';
import { sumBy, sumOf } from '../money/sums.ts';
import { costInRanges, partInRanges } from '../regulation/tariff-ranges/tariff-ranges.ts';
import { heatVolume } from '../regulation/two-component-hot-water/heat-volume.ts';
import type { ChargeBasis, ChargePart, CorrectionBasis } from './charge-line.ts';
import { parseExact } from './exact-text.ts';
import { takenBack } from './acts-basis.ts';
import { takenOff } from './benefits-basis.ts';
import { VOLUME_RULES, type ChargeRule } from './charge-rules.ts';
import { YEAR_RULES, type YearRule } from './explanation/common-rules.ts';
import { given } from './explanation/volume-rule.ts';

const ZERO = fraction(0n);

/**
 * The amount that a basis gives. Displayed volumes and stored amounts are not used, except for a former bill, which has
 * nothing else.
 * @throws when the basis lacks what its rule needs
 */
export function replay(basis: ChargeBasis): Kopecks {
  if (basis.rule === 'former-bill') return totalOf(basis.parts);
  if (isDifference(basis.rule)) return correctedBy(given(basis.correction));
  if (basis.rule === 'service-acts') return -takenBack(basis);
  if (basis.rule === 'benefit') return -sumOf(takenOff(basis));
  const volumeOf = VOLUME_RULES[basis.rule].replay(basis);
  const volumes = basis.parts.map((part) => ofComponent(basis, part, volumeOf(part)));
  return basis.parts.reduce((total, part, index) => {
    const volume = volumes[index] ?? ZERO;
    return total + roundHalfUp(costOf(basis, part, volume, volumes), 2);
  }, 0n);
}

/** Whether the amount is the difference between a charge computed now and the standing charges. */
function isDifference(rule: Exclude<ChargeRule, 'former-bill'>): rule is 'correction' | YearRule {
  return rule === 'correction' || rule in YEAR_RULES;
}

/** @param all the volumes of all parts; each part gets its share of the line's tariff ranges */
function costOf(
  { rangesFrom }: ChargeBasis,
  { tariff, ranges }: ChargePart,
  volume: Fraction,
  all: readonly Fraction[],
): Fraction {
  const value = parseScaled(tariff, 4);
  if (ranges === undefined) return multiply(volume, fromScaled(value, 4));
  const before = rangesFrom === undefined ? ZERO : parseExact(rangesFrom);
  const bounds = ranges.map(({ above }) => parseScaled(above, 3));
  const volumes = partInRanges(volume, sum(all), before, bounds);
  return costInRanges(volumes, [value, ...ranges.map((range) => parseScaled(range.tariff, 4))]);
}

/** What the month is charged now, less its standing charges. */
function correctedBy({ now, stood }: CorrectionBasis): Kopecks {
  return (now === undefined ? 0n : replay(now)) - totalOf(stood);
}

function totalOf(amounts: readonly { readonly amount: string }[]): Kopecks {
  return sumBy(amounts, ({ amount }) => parseKopecks(amount));
}

function ofComponent({ component }: ChargeBasis, part: ChargePart, volume: Fraction): Fraction {
  return component === 'heat' ? heatVolume(volume, parseScaled(given(part.heatNorm), 6)) : volume;
}
