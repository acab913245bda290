// The difference between what a charged month would be charged now and its standing charges.
import { formatKopecks, type Kopecks } from '../money/kopecks.ts';
import { sumBy } from '../money/sums.ts';
import type { HouseCalculation } from './calculate-house.ts';
import type { ChargeLine, CorrectionBasis } from './charge-line.ts';

/** A standing charge of a line of the month: its own charge, or what a correction has added. */
export type StandingCharge = Omit<ChargeLine, 'basis' | 'rateType'> & {
  readonly chargeId: number;
  /** The month in which it is charged, `YYYY-MM`. */
  readonly period: string;
  /** The unit of its volume if it differs from the service's. */
  readonly unit?: string | undefined;
};

/** A charge line of the difference: `line` is the corrected line, consumption and amount are what is added. */
export type Difference = ChargeLine & {
  readonly bookedKopecks: Kopecks;
  readonly replayedKopecks: Kopecks;
};

export type CorrectedMonth = Pick<CorrectionBasis, 'period' | 'reason'> & {
  readonly daysInMonth: number;
};

/** Both sides of one line of one service of one account. */
type Compared = { readonly stood: StandingCharge[]; now?: ChargeLine };

/**
 * The differences that a recalculation charges in the next month, by account, service and line. A line that is no longer
 * charged is taken back completely. Once the differences are charged, another replay gives none. An account or service that the
 * replay has skipped keeps its standing charges: missing data takes nothing back.
 * @param standing all standing charges of the month: its own, and the differences that earlier recalculations have added
 * @param replayed the month's lines, computed again with its own rules and the corrected figures
 * Source: Government Decree 354 of 2011-05-06, p. 69 (a receipt shows a recalculation with its grounds); practice.
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

/** Whether the replay could not compute the charge for this service of the account. */
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
  const bookedKopecks = sumBy(stood, ({ amountKopecks }) => amountKopecks);
  const replayedKopecks = now?.amountKopecks ?? 0n;
  if (like === undefined || bookedKopecks === replayedKopecks) return undefined;
  const bookedE6 = sumBy(stood, ({ consumptionE6 }) => consumptionE6);
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
