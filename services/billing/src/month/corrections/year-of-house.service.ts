// Recomputes the months of a year and finds each account's final amount for it, less what is charged. Shared by common-house
// needs and heating; each kind provides the volume of its year.
import { skipWords } from '@kvartplata/contracts/billing/skip-words.ts';
import { formatScaled } from '@kvartplata/domain/money/scaled.ts';
import type { Difference } from '@kvartplata/domain/charging/recalculation.ts';
import type { MonthOfYear } from '@kvartplata/domain/charging/year/month-of-year.ts';
import { yearLines, type ChargeOfYear } from '@kvartplata/domain/charging/year/year-lines.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { readStandingCharges } from '../charges/standing-charges.service.ts';
import type { ComputedMonth, KindOfYear } from './kind-of-year.ts';
import type { YearOfHouse } from './year-corrections.repository.ts';

export type ComputedYear = {
  readonly lines: readonly Difference[];
  /** The services for which the year is settled. */
  readonly houseServiceIds: readonly number[];
  /** The names of the house's services. */
  readonly services: readonly ChargedService[];
};

/**
 * @param inLedger the first days of the house's months that are in the ledger
 * @throws Refusal months-missing, year-not-computable, former-bills, dependency-unavailable, unprocessable-reference
 */
export async function computeYear(
  dryRuns: DryRuns,
  caller: Caller,
  asked: YearOfHouse,
  { kind, inLedger }: { readonly kind: KindOfYear; readonly inLedger: readonly string[] },
): Promise<ComputedYear> {
  const { organizationId, houseId, year } = asked;
  const months: ComputedMonth[] = [];
  const standing: ChargeOfYear[] = [];
  for (let number = 1; number <= 12; number++) {
    const period = `${year}-${String(number).padStart(2, '0')}`;
    const computed = await dryRuns.monthOfYear({
      houseIds: [houseId],
      organizationId,
      month: period,
      kind: asked.kind,
      db: caller.db,
      requestId: caller.requestId,
    });
    if (computed.months.length === 0) continue;
    months.push({ period, computed });
    const houses = { organizationId, houseIds: [houseId] };
    for (const charge of await readStandingCharges(caller.db, houses, `${period}-01`))
      standing.push({ ...charge, month: period });
  }
  requireMonths(months, inLedger);
  const services = servicesOf(months);
  const settled = services.flatMap(({ months: ofService, found }) => {
    const [first] = ofService;
    const own = first && kind.volumeOf(first, found);
    if (first === undefined || own === undefined) return [];
    if ('unknownIn' in own) return refuseUnknown(first, own.unknownIn, own.why);
    const { houseServiceId } = first;
    const lines = yearLines({
      year,
      rule: kind.rule,
      reason: kind.reasonOf(year),
      volume: own.volume,
      basis:
        own.drawn.length === 0
          ? {}
          : {
              drawn: Object.fromEntries(
                own.drawn.map(({ period, volumeE6 }) => [period, formatScaled(volumeE6, 6)]),
              ),
            },
      ...(own.allocated && { allocated: own.allocated }),
      months: ofService,
      standing: standing.filter((charge) => charge.houseServiceId === houseServiceId),
    });
    return [{ houseServiceId, lines }];
  });
  if (settled.length === 0)
    throw new Refusal('year-not-computable', 'No house-wide meter has counted in the year');
  const houseServiceIds = settled.map(({ houseServiceId }) => houseServiceId);
  const lines = settled.flatMap((service) => service.lines).toSorted(inOrder);
  return { lines, houseServiceIds, services: months.at(-1)?.computed.services ?? [] };
}

function inOrder(a: Difference, b: Difference): number {
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    a.line - b.line
  );
}

/** @throws Refusal months-missing */
function requireMonths(months: readonly ComputedMonth[], inLedger: readonly string[]): void {
  const missing = months
    .filter(({ period }) => !inLedger.includes(`${period}-01`))
    .map(({ period }) => period);
  if (missing.length > 0)
    throw new Refusal('months-missing', `Not in the ledger: ${missing.join(', ')}`);
}

type ServiceOfYear = {
  readonly months: readonly MonthOfYear[];
  readonly found: readonly ComputedMonth[];
};

/** Each service with the months in which the house has it. */
function servicesOf(months: readonly ComputedMonth[]): readonly ServiceOfYear[] {
  const all = months.flatMap((month) =>
    month.computed.months.map((ofService) => ({ ofService, month })),
  );
  const services = Map.groupBy(all, ({ ofService }) => ofService.houseServiceId);
  return [...services.values()].map((rows) => ({
    months: rows.map(({ ofService }) => ofService),
    found: rows.map(({ month }) => month),
  }));
}

/** @throws Refusal year-not-computable where the service's volume in the month is unknown */
function refuseUnknown(
  { houseServiceId, name }: MonthOfYear,
  { period, computed }: ComputedMonth,
  told?: string,
): never {
  const why = computed.unknown.find((one) => one.houseServiceId === houseServiceId);
  const words = why ?? { reason: 'common-house-incomplete' as const, facts: { services: [name] } };
  throw new Refusal('year-not-computable', `${period}: ${told ?? skipWords(words).en}`);
}
