// What a month that was charged before would be charged now, less what stands for it in the books.
import { formatKopecks, type Kopecks } from '../money/kopecks.ts';
import type { HouseCalculation } from './calculate-house.ts';
import type { ChargeLine, CorrectionBasis } from './charge-line.ts';

/** A charge that stands for a line of the month: its own, or what a correction of it has added. */
export type StandingCharge = Omit<ChargeLine, 'basis' | 'rateType'> & {
  readonly chargeId: number;
  /** The month that it is charged in, `YYYY-MM`. */
  readonly period: string;
  /** Of its volume where it is not the service's. */
  readonly unit?: string | undefined;
};

/** A charge line of the difference; its line is the corrected one, its consumption and amount are what is added. */
export type Difference = ChargeLine & {
  readonly bookedKopecks: Kopecks;
  readonly replayedKopecks: Kopecks;
};

export type CorrectedMonth = Pick<CorrectionBasis, 'period' | 'reason'> & {
  readonly daysInMonth: number;
};

/** What is known of one line of one service of one account. */
type Compared = { readonly stood: StandingCharge[]; now?: ChargeLine };

/**
 * The differences that a recalculation charges in the next month, by account, service and line. A line that is no longer
 * charged is taken back whole. Charging them and replaying again gives none. What the replay has skipped, an account or
 * some of its services, keeps what stands: a missing figure takes nothing back.
 * @param standing all that stands for the month: its charges, and the differences that earlier recalculations have added
 * @param replayed the month's lines, computed again with its own rules and the corrected figures
 * Source: Government Decree 354 of 2011-05-06, p. 69 (a recalculation stands in the receipt with its grounds); practice.
 */
export function differencesOf(
  month: CorrectedMonth,
  standing: readonly StandingCharge[],
  { lines, skipped }: Pick<HouseCalculation, 'lines' | 'skipped'>,
): readonly Difference[] {
  const compared = new Map<string, Compared>();
  for (const charge of standing) comparedOf(compared, charge).stood.push(charge);
  for (const line of lines) comparedOf(compared, line).now = line;
  const unknown = unknownOf(skipped);
  return [...compared.values()]
    .flatMap((one) => differenceOf(month, one) ?? [])
    .filter((one) => !unknown(one))
    .toSorted(
      (a, b) =>
        a.personalAccountId - b.personalAccountId ||
        a.houseServiceId - b.houseServiceId ||
        a.line - b.line,
    );
}

type Place = Pick<ChargeLine, 'personalAccountId' | 'houseServiceId' | 'line'>;

/** Whether the replay cannot tell what the service of the account would be charged. */
function unknownOf(
  skipped: HouseCalculation['skipped'],
): (place: Pick<Place, 'personalAccountId' | 'houseServiceId'>) => boolean {
  const services = Map.groupBy(skipped, ({ personalAccountId }) => personalAccountId);
  return ({ personalAccountId, houseServiceId }) =>
    (services.get(personalAccountId) ?? []).some(
      ({ houseServiceIds }) => houseServiceIds?.includes(houseServiceId) ?? true,
    );
}

function comparedOf(compared: Map<string, Compared>, place: Place): Compared {
  const key = `${place.personalAccountId}/${place.houseServiceId}/${place.line}`;
  const known = compared.get(key) ?? { stood: [] };
  compared.set(key, known);
  return known;
}

function differenceOf(month: CorrectedMonth, { stood, now }: Compared): Difference | undefined {
  const like = now ?? stood.at(-1);
  const bookedKopecks = stood.reduce((sum, { amountKopecks }) => sum + amountKopecks, 0n);
  const replayedKopecks = now?.amountKopecks ?? 0n;
  if (like === undefined || bookedKopecks === replayedKopecks) return undefined;
  const bookedE6 = stood.reduce((sum, { consumptionE6 }) => sum + consumptionE6, 0n);
  const unit = now === undefined ? stood.at(-1)?.unit : now.basis.unit;
  return {
    personalAccountId: like.personalAccountId,
    accountNumber: like.accountNumber,
    houseServiceId: like.houseServiceId,
    line: like.line,
    rateType: 'recalculation',
    consumptionE6: (now?.consumptionE6 ?? 0n) - bookedE6,
    tariffE4: like.tariffE4,
    amountKopecks: replayedKopecks - bookedKopecks,
    bookedKopecks,
    replayedKopecks,
    basis: {
      rule: 'correction',
      ...(unit === undefined ? {} : { unit }),
      daysInMonth: month.daysInMonth,
      parts: [],
      correction: {
        period: month.period,
        reason: month.reason,
        stood: stood.map(({ chargeId, period, amountKopecks }) => ({
          chargeId,
          period,
          amount: formatKopecks(amountKopecks),
        })),
        ...(now === undefined ? {} : { now: now.basis }),
      },
    },
  };
}
