// The recalculations of a receipt: by service and grounds, with their months.
import type { ActKind } from '../regulation/quality/service-act.ts';
import type { ChargeBasis } from '../charging/charge-line.ts';
import type { ChargeRule } from '../charging/charge-rules.ts';
import type { Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import { codeOf, type ReceiptCharge } from './receipt.ts';

/** A charge of the month, of whatever kind. */
export type GroundedCharge = Pick<
  ReceiptCharge,
  'houseServiceId' | 'line' | 'serviceName' | 'rateType' | 'amountKopecks'
> & {
  /** The month that it is for, `YYYY-MM`: for a correction, the corrected month. */
  readonly concerns: string;
  readonly basis: Pick<ChargeBasis, 'rule' | 'correction' | 'acts'>;
};

export type Recalculation = {
  /** The code of its line. */
  readonly code: string;
  readonly serviceName: string;
  /** The first and last of its months, `YYYY-MM`. */
  readonly from: string;
  readonly to: string;
  /** In a few Russian words. */
  readonly grounds: string;
  readonly amountKopecks: Kopecks;
};

/**
 * In the order of the charges. Months corrected for the same reason are combined.
 * Source: Decree 354 p. 69 «ж»; Order 43/pr of 2018-01-26 of the Ministry of Construction, section 5 of the form.
 */
export function recalculationsOf(charges: readonly GroundedCharge[]): readonly Recalculation[] {
  const found = charges.filter(({ rateType }) => rateType === 'recalculation').map(toRecalculation);
  const alike = Map.groupBy(found, ({ code, grounds }) => JSON.stringify([code, grounds]));
  return [...alike.values()].flatMap((ofOne) => {
    const [first] = ofOne;
    if (first === undefined) return [];
    return [
      {
        ...first,
        from: ofOne.map(({ from }) => from).reduce((one, other) => (other < one ? other : one)),
        to: ofOne.map(({ to }) => to).reduce((one, other) => (other > one ? other : one)),
        amountKopecks: sumBy(ofOne, ({ amountKopecks }) => amountKopecks),
      },
    ];
  });
}

function toRecalculation(charge: GroundedCharge): Recalculation {
  const { serviceName, concerns, basis, amountKopecks } = charge;
  const year = basis.correction?.year;
  return {
    code: codeOf(charge),
    serviceName,
    from: year === undefined ? concerns : `${year}-01`,
    to: year === undefined ? concerns : `${year}-12`,
    grounds: groundsOf(basis),
    amountKopecks,
  };
}

const ACTS: Readonly<Record<ActKind, string>> = {
  interruption: 'перерыв дольше допустимого',
  temperature: 'отклонение температуры',
  pressure: 'отклонение давления',
  quality: 'ненадлежащее качество',
};

const GROUNDS: Readonly<Partial<Record<ChargeRule, string>>> = {
  'late-reading': 'показание меньше начисленного расчётным способом (п. 61 Правил № 354)',
  'heating-late-reading':
    'показание общедомового прибора меньше начисленного расчётным способом (п. 59(1) Правил № 354)',
  absence: 'временное отсутствие (п. 86–97 Правил № 354)',
  tampering: 'вмешательство в работу прибора учёта (п. 62 Правил № 354)',
};

/** For a correction, the reason given by the person who requested it. */
function groundsOf({ rule, correction, acts }: GroundedCharge['basis']): string {
  if (correction !== undefined) return correction.reason;
  if (acts !== undefined) {
    const kinds = [...new Set(acts.acts.map(({ kind }) => ACTS[kind]))];
    return `${kinds.join(', ')} (п. 98 Правил № 354)`;
  }
  return GROUNDS[rule] ?? 'перерасчёт';
}
