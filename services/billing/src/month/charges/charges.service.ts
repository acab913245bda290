// Reads charges for a caller.
import type {
  Charge,
  ChargeStatus,
  ExplainedCharge,
} from '@kvartplata/contracts/billing/charges.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import { stepsOf, type Step } from '@kvartplata/domain/charging/explanation/charge-steps.ts';
import { replay } from '@kvartplata/domain/charging/replay.ts';
import { formatKopecks } from '@kvartplata/domain/money/kopecks.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { AccountPlace } from '../../books/account-balances/account-balances.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import type { Scope } from '../../access/places.ts';
import { scopeOf } from '../../access/places.ts';
import { explain } from './charge-explanation.ts';
import type { Db } from '../../tables.ts';
import {
  findCharge,
  findJobPlace,
  listCharges,
  listEverydayNames,
  type ChargeFilter,
  type ChargeRow,
} from './charges.repository.ts';
import {
  requireChargeNotArchived,
  requireChargesKept,
} from '../../books/cycles/archived-months.service.ts';

/** More than an account is ever charged in a month. */
const MOST_OF_ACCOUNT = 1_000;

export type ChargesQuery = {
  readonly organizationId?: number | undefined;
  readonly houseId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly jobId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/** @throws Refusal not-found for a house, an account or a job that the caller may not see; month-archived */
export async function listChargesFor(caller: Caller, query: ChargesQuery): Promise<PageOf<Charge>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['id', 'day', 'id', 'id', 'number']);
  const ofJob = query.jobId === undefined ? undefined : await placeOfJob(caller, query.jobId);
  const { organizationId, houseId, personalAccountId } = query;
  const isNarrowed = [organizationId, houseId, personalAccountId].some((id) => id !== undefined);
  const scope = ofJob !== undefined && !isNarrowed ? ofJob.scope : await scopeOf(caller, query);
  const period = query.period?.toPlainDate({ day: 1 }).toString() ?? ofJob?.period;
  if (period !== undefined) await requireChargesKept(caller.db, period);
  const rows = await listAlongHouses(caller.db, {
    scope,
    houseId: query.houseId,
    period,
    personalAccountId: query.personalAccountId,
    jobId: query.jobId,
    status: query.status,
    after,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.houseId, row.period, row.personalAccountId, row.houseServiceId, row.line],
    toCharge,
  );
}

/** Queries more and more houses until the page is full: all of them at once may have all charges of an organization. */
async function listAlongHouses(db: Db, filter: ChargeFilter): Promise<readonly ChargeRow[]> {
  const { scope, after, limit } = filter;
  if (scope === 'all') return listCharges(db, filter);
  const first = after?.[0] ?? 0;
  const houseIds = scope.houseIds.filter((id) => id >= first).toSorted((a, b) => a - b);
  const rows: ChargeRow[] = [];
  let asked = 0;
  for (let next = 1; asked < houseIds.length && rows.length < limit; next *= 2) {
    const some = { ...scope, houseIds: houseIds.slice(asked, asked + next) };
    rows.push(...(await listCharges(db, { ...filter, scope: some, limit: limit - rows.length })));
    asked += next;
  }
  return rows;
}

/**
 * A charge with the steps from its stored inputs to its amount.
 * @throws Refusal not-found, month-archived
 */
export async function explainCharge(caller: Caller, chargeId: number): Promise<ExplainedCharge> {
  const what = `charge ${chargeId}`;
  const row = await caller.getOwn(what, async () => {
    const found = await findCharge(caller.db, caller.ownOrganizations(), chargeId);
    if (found === undefined) await requireChargeNotArchived(caller.db, chargeId);
    return found;
  });
  await requireChargesKept(caller.db, row.period);
  const charge = toCharge(row);
  const names = await listEverydayNames(caller.db, row);
  const replayedAmount = formatKopecks(replay(row.basis));
  return {
    ...charge,
    steps: [...stepsOf(row.basis, { unit: charge.unit, names })],
    replayedAmount,
    agrees: replayedAmount === charge.amount,
  };
}

/** A charge of an account's month, as explained to its resident. */
export type ExplainedRow = {
  readonly organizationId: number;
  readonly accountNumber: string;
  readonly houseServiceId: number;
  /** For a correction, the line of the charge that it corrects. */
  readonly line: number;
  readonly serviceName: string;
  readonly amount: string;
  readonly isDraft: boolean;
  readonly steps: readonly Step[];
};

/** An account's charges of a month, each explained in words, ordered by service and line. */
export async function listExplainedCharges(
  db: Db,
  place: AccountPlace & { readonly period: string },
): Promise<readonly ExplainedRow[]> {
  const rows = await listCharges(db, {
    ...place,
    scope: { organizationIds: [place.organizationId], houseIds: [place.houseId] },
    jobId: undefined,
    status: undefined,
    after: undefined,
    limit: MOST_OF_ACCOUNT,
  });
  const names = await listEverydayNames(db, place);
  return rows.map((row) => ({
    organizationId: row.organizationId,
    accountNumber: row.accountNumber,
    houseServiceId: row.houseServiceId,
    line: row.serviceLine,
    serviceName: row.serviceName,
    amount: row.amount,
    isDraft: row.isDraft,
    steps: stepsOf(row.basis, { unit: row.basis.unit ?? row.unit, names }),
  }));
}

export type JobPlace = { readonly scope: Scope; readonly period: string };

/** @throws Refusal not-found for a job that the caller may not see */
export async function placeOfJob(caller: Caller, jobId: number): Promise<JobPlace> {
  const what = `calculation job ${jobId}`;
  const job = await caller.getOwn(what, async () =>
    findJobPlace(caller.db, caller.ownOrganizations(), jobId),
  );
  return {
    scope: { organizationIds: [job.organizationId], houseIds: job.houseIds },
    period: job.period,
  };
}

function statusOf(row: ChargeRow): ChargeStatus {
  if (row.isDraft) return 'DRAFT';
  return row.isReversed ? 'REVERSED' : 'APPLIED';
}

function toCharge(row: ChargeRow): Charge {
  const unit = row.basis.unit ?? row.unit;
  return {
    id: row.id,
    billingCycleId: row.billingCycleId,
    calculationJobId: row.calculationJobId,
    correctionId: row.correctionId,
    houseId: row.houseId,
    personalAccountId: row.personalAccountId,
    accountNumber: row.accountNumber,
    houseServiceId: row.houseServiceId,
    serviceCode: row.serviceCode,
    serviceName: row.serviceName,
    period: row.period.slice(0, 7),
    rateType: row.rateType,
    consumption: row.consumption,
    unit,
    tariff: row.tariff,
    amount: row.amount,
    status: statusOf(row),
    explanation: explain(row.basis, unit),
  };
}
