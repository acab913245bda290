// Recomputes a charge from what is stored with it, and from nothing else.
import { fromScaled, multiply, roundHalfUp, type Fraction } from '../money/fraction.ts';
import { parseKopecks, type Kopecks } from '../money/kopecks.ts';
import { parseScaled } from '../money/scaled.ts';
import { heatVolume } from '../regulation/two-component-hot-water/heat-volume.ts';
import type { ChargeBasis, ChargePart, CorrectionBasis } from './charge-line.ts';
import { VOLUME_RULES } from './charge-rules.ts';
import { given } from './explanation/volume-rule.ts';

/**
 * The amount that a basis gives; neither its shown volumes nor its amounts are read, save of a former bill, of which
 * nothing else is known.
 * @throws when the basis lacks what its rule needs
 */
export function replay(basis: ChargeBasis): Kopecks {
  if (basis.rule === 'former-bill') return totalOf(basis.parts);
  if (basis.rule === 'correction') return correctedBy(given(basis.correction));
  const volumeOf = VOLUME_RULES[basis.rule].replay(basis);
  return basis.parts.reduce((total, part) => {
    const volume = ofComponent(basis, part, volumeOf(part));
    const tariff = fromScaled(parseScaled(part.tariff, 4), 4);
    return total + roundHalfUp(multiply(volume, tariff), 2);
  }, 0n);
}

/** What the month is charged now, less what stood for it. */
function correctedBy({ now, stood }: CorrectionBasis): Kopecks {
  return (now === undefined ? 0n : replay(now)) - totalOf(stood);
}

function totalOf(amounts: readonly { readonly amount: string }[]): Kopecks {
  return amounts.reduce((total, { amount }) => total + parseKopecks(amount), 0n);
}

function ofComponent({ component }: ChargeBasis, part: ChargePart, volume: Fraction): Fraction {
  return component === 'heat' ? heatVolume(volume, parseScaled(given(part.heatNorm), 6)) : volume;
}
