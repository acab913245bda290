// Recomputes months that are in the ledger, one after the other, and finds the differences.
import type { Skipped } from '@kvartplata/domain/charging/calculate-house.ts';
import type { Difference } from '@kvartplata/domain/charging/recalculation.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { FoundNeeds } from '../calculation-jobs/common-needs-months.service.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import type { FoundBefore } from '../calculation-jobs/earlier-months.service.ts';
import { readStandingCharges } from '../charges/standing-charges.service.ts';
import { listChargedServices } from './corrections.repository.ts';
import { listSettledYears } from './year-corrections.repository.ts';

/** Each difference keeps the basis of a charge, and the response has all of them. */
const MOST_DIFFERENCES = 10_000;

export type OfMonth = {
  /** The first day of the corrected month. */
  readonly correctedPeriod: string;
};

/** An account whose charges stay as they are; also used when a year is recalculated as a whole. */
type SkippedInMonth = OfMonth &
  Omit<Skipped, 'reason'> & { readonly reason: Skipped['reason'] | 'year-settled' };

export type Differences = {
  /** Ordered by account, service and month. */
  readonly lines: readonly (Difference & OfMonth)[];
  readonly skipped: readonly SkippedInMonth[];
  /** Each month by the present data: its idle services, and the data's version. */
  readonly computed: readonly (OfMonth & {
    readonly idle: readonly number[];
    readonly coreVersion: number;
  })[];
  /** What the months now pass on to later ones. */
  readonly commonNeeds: readonly FoundNeeds[];
  /** The services of the lines. */
  readonly services: readonly ChargedService[];
};

export type AskedMonths = {
  readonly houseId: number;
  readonly organizationId: number;
  /** Their first days. */
  readonly months: readonly string[];
  readonly reason: string;
};

/**
 * @param before the differences of earlier months, which are charged together with these or were charged before
 * @throws Refusal too-much-at-once, former-bills, dependency-unavailable, unprocessable-reference
 */
export async function findDifferences(
  dryRuns: DryRuns,
  caller: Caller,
  { houseId, organizationId, months, reason }: AskedMonths,
  before: FoundBefore = { lines: [], commonNeeds: [] },
): Promise<Differences> {
  const lines: (Difference & OfMonth)[] = [];
  const skipped: SkippedInMonth[] = [];
  const computed: Differences['computed'][number][] = [];
  const commonNeeds: FoundNeeds[] = [];
  const known = await listChargedServices(caller.db, { organizationId, houseId });
  const settled = await listSettledYears(caller.db, { organizationId, houseId });
  const services = new Map(known.map((service) => [service.houseServiceId, service]));
  for (const correctedPeriod of months) {
    const month = Temporal.PlainDate.from(correctedPeriod).toPlainYearMonth();
    const found = await dryRuns.differences({
      houseIds: [houseId],
      organizationId,
      month: month.toString(),
      corrected: { period: month.toString(), reason, daysInMonth: month.daysInMonth },
      standing: await readStandingCharges(
        caller.db,
        { organizationId, houseIds: [houseId] },
        correctedPeriod,
      ),
      found: {
        lines: [...before.lines, ...lines],
        commonNeeds: [...before.commonNeeds, ...commonNeeds],
      },
      db: caller.db,
      requestId: caller.requestId,
    });
    const isSettled = ({ houseServiceId }: Difference): boolean =>
      settled.has(`${houseServiceId}/${month.year}`);
    for (const line of found.differences)
      if (isSettled(line))
        skipped.push({ ...leftToYear(line, month.year, found.services), correctedPeriod });
      else lines.push({ ...line, correctedPeriod });
    skipped.push(...found.skipped.map((account) => ({ ...account, correctedPeriod })));
    computed.push({ correctedPeriod, idle: found.idle, coreVersion: found.version });
    commonNeeds.push(...found.commonNeeds.map((one) => ({ ...one, houseId, correctedPeriod })));
    for (const service of found.services) services.set(service.houseServiceId, service);
    if (lines.length > MOST_DIFFERENCES)
      throw new Refusal(
        'too-much-at-once',
        `More than ${MOST_DIFFERENCES} lines differ: name fewer months`,
      );
  }
  const named = new Set(lines.map(({ houseServiceId }) => houseServiceId));
  return {
    lines: lines.toSorted(inOrder),
    skipped,
    computed,
    commonNeeds,
    services: [...services.values()].filter(({ houseServiceId }) => named.has(houseServiceId)),
  };
}

/** Leaves out what the recalculation of its year has already settled. */
function leftToYear(
  { personalAccountId, houseServiceId }: Difference,
  year: number,
  services: readonly ChargedService[],
): Omit<SkippedInMonth, keyof OfMonth> {
  const names = services.filter((one) => one.houseServiceId === houseServiceId);
  const facts = { services: names.map(({ name }) => name), year };
  return { personalAccountId, reason: 'year-settled', facts, houseServiceIds: [houseServiceId] };
}

function inOrder(a: Difference & OfMonth, b: Difference & OfMonth): number {
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    (a.correctedPeriod < b.correctedPeriod ? -1 : Number(a.correctedPeriod > b.correctedPeriod)) ||
    a.line - b.line
  );
}
