// Computes months that are in the ledger again, one after the other, and tells what is different now.
import type { Skipped } from '@kvartplata/domain/charging/calculate-house.ts';
import type { Difference } from '@kvartplata/domain/charging/recalculation.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../../access/access.service.ts';
import type { ChargedService } from '../calculation-jobs/compute-houses.ts';
import type { DryRuns } from '../calculation-jobs/dry-runs.service.ts';
import { readStandingCharges } from '../charges/standing-charges.service.ts';
import { listChargedServices } from './corrections.repository.ts';

/** Each keeps the basis of a charge, and the answer tells all of them. */
const MOST_DIFFERENCES = 10_000;

export type OfMonth = {
  /** The first day of the corrected month. */
  readonly correctedPeriod: string;
};

export type Differences = {
  /** In the order of accounts, services and months. */
  readonly lines: readonly (Difference & OfMonth)[];
  readonly skipped: readonly (Skipped & OfMonth)[];
  /** Of each month the services that charge nothing to anybody now, although they should. */
  readonly idle: readonly (OfMonth & { readonly services: readonly number[] })[];
  /** Those of the lines. */
  readonly services: readonly ChargedService[];
};

export type AskedMonths = {
  readonly houseId: number;
  readonly organizationId: number;
  /** Their first days. */
  readonly months: readonly string[];
  readonly reason: string;
};

/** @throws Refusal too-much-at-once, former-bills, dependency-unavailable, unprocessable-reference */
export async function findDifferences(
  dryRuns: DryRuns,
  caller: Caller,
  { houseId, organizationId, months, reason }: AskedMonths,
): Promise<Differences> {
  const lines: (Difference & OfMonth)[] = [];
  const skipped: (Skipped & OfMonth)[] = [];
  const idle: Differences['idle'][number][] = [];
  const known = await listChargedServices(caller.db, { organizationId, houseId });
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
      found: lines,
      db: caller.db,
      requestId: caller.requestId,
    });
    lines.push(...found.differences.map((line) => ({ ...line, correctedPeriod })));
    skipped.push(...found.skipped.map((account) => ({ ...account, correctedPeriod })));
    idle.push({ correctedPeriod, services: found.idle });
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
    idle,
    services: [...services.values()].filter(({ houseServiceId }) => named.has(houseServiceId)),
  };
}

function inOrder(a: Difference & OfMonth, b: Difference & OfMonth): number {
  return (
    a.personalAccountId - b.personalAccountId ||
    a.houseServiceId - b.houseServiceId ||
    (a.correctedPeriod < b.correctedPeriod ? -1 : Number(a.correctedPeriod > b.correctedPeriod)) ||
    a.line - b.line
  );
}
