// Computes what acts take back from the data stored with the charge alone.
import { parseDay } from '../calendar/day.ts';
import {
  divide,
  fraction,
  fromScaled,
  multiply,
  roundHalfUp,
  subtract,
  type Fraction,
} from '../money/fraction.ts';
import { parseKopecks, type Kopecks } from '../money/kopecks.ts';
import { formatScaled, parseScaled } from '../money/scaled.ts';
import type { ServiceAct } from '../regulation/quality/service-act.ts';
import { lossesOf, partOf, type Loss } from '../regulation/quality/taken-back.ts';
import type { ActBasis, ChargeBasis } from './charge-line.ts';
import { given } from './explanation/volume-rule.ts';

/** @throws when the basis lacks what acts take back */
export function lossesIn(basis: ChargeBasis): readonly Loss[] {
  const { standard, period, charged, acts } = given(basis.acts);
  const month = Temporal.PlainYearMonth.from(period);
  const days = charged.map(({ from, to }) => ({
    first: parseDay(from).day,
    last: parseDay(to).day,
  }));
  return lossesOf({
    standard,
    month,
    isCharged: (day) => days.some(({ first, last }) => first <= day && day <= last),
    acts: acts.map(toAct),
    aboveCold: (day) => aboveCold(basis, month.toPlainDate({ day }).toString()),
  });
}

/** Zero or above; rounded once, and never more than was charged. */
export function takenBack(basis: ChargeBasis): Kopecks {
  const { charge, most = charge } = given(basis.acts);
  const part = partOf(lossesIn(basis));
  const taken = roundHalfUp(multiply(fromScaled(parseKopecks(charge), 2), part), 2);
  const limit = parseKopecks(most);
  return taken > limit ? limit : taken;
}

/**
 * The part of the price of hot water above that of cold water: all of the heat, nothing of the cold component.
 * Source: Government Decree 354 of 2011-05-06, appendix 1, p. 5.
 */
function aboveCold({ component, acts }: ChargeBasis, day: string): Fraction {
  if (component !== undefined) return fraction(component === 'heat' ? 1n : 0n);
  const row = given(given(acts).prices?.find(({ from, to }) => from <= day && day <= to));
  return partAbove(parseScaled(row.tariff, 4), parseScaled(row.coldTariff, 4));
}

/** Zero if hot water does not cost more. */
function partAbove(tariffE4: bigint, coldE4: bigint): Fraction {
  if (tariffE4 <= coldE4) return fraction(0n);
  return divide(subtract(fraction(tariffE4), fraction(coldE4)), fraction(tariffE4));
}

function toAct({ measured, required, allowedHours, ...act }: ActBasis): ServiceAct {
  return {
    ...act,
    measuredE4: measured === undefined ? null : parseScaled(measured, 4),
    requiredE4: required === undefined ? null : parseScaled(required, 4),
    allowedHours: allowedHours ?? null,
  };
}

/** The part of an act that is stored in a basis. */
export function toActBasis(act: ServiceAct): ActBasis {
  const { kind, from, to, measuredE4, requiredE4, allowedHours } = act;
  return {
    kind,
    from,
    to,
    ...(measuredE4 !== null && { measured: formatScaled(measuredE4, 4) }),
    ...(requiredE4 !== null && { required: formatScaled(requiredE4, 4) }),
    ...(allowedHours !== null && { allowedHours }),
  };
}
