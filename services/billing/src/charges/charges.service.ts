// Writes the charges of a house's month, and reads charges for a caller.
import type { Charge, ChargeStatus } from '@kvartplata/contracts/billing/charges.ts';
import { DEFAULT_PAGE_LIMIT, type PageOf } from '@kvartplata/contracts/page.ts';
import type { ChargeLine } from '@kvartplata/domain/charging/charge-line.ts';
import type { ServiceFacts } from '@kvartplata/domain/charging/house-facts.ts';
import { decodeCursor, pageOf } from '@kvartplata/platform/http/cursor.ts';
import type { Caller, Scope } from '../access/access.service.ts';
import type { Trx } from '../tables.ts';
import { explain } from './charge-explanation.ts';
import {
  deleteHouseCharges,
  findJobPlace,
  insertCharges,
  listCharges,
  upsertChargedServices,
  type ChargeRow,
  type HouseMonth,
} from './charges.repository.ts';

export type ChargesQuery = {
  readonly houseId?: number | undefined;
  readonly period?: Temporal.PlainYearMonth | undefined;
  readonly jobId?: number | undefined;
  readonly personalAccountId?: number | undefined;
  readonly status?: ChargeStatus | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

/**
 * Puts the lines in the place of what the house's month held before.
 * @throws when the cycle is no longer a draft: the database refuses
 */
export async function replaceHouseCharges(
  trx: Trx,
  month: HouseMonth,
  services: readonly ServiceFacts[],
  lines: readonly ChargeLine[],
): Promise<void> {
  await deleteHouseCharges(trx, month);
  await upsertChargedServices(trx, month, services);
  await insertCharges(trx, month, lines);
}

/** @throws Refusal not-found for a house, an account or a job that is not the caller's */
export async function listChargesFor(caller: Caller, query: ChargesQuery): Promise<PageOf<Charge>> {
  const limit = query.limit ?? DEFAULT_PAGE_LIMIT;
  const after = decodeCursor(query.cursor, ['number', 'day', 'number', 'number', 'number']);
  const ofJob = query.jobId === undefined ? undefined : await scopeOfJob(caller, query.jobId);
  const isNarrowed = query.houseId !== undefined || query.personalAccountId !== undefined;
  const scope = ofJob !== undefined && !isNarrowed ? ofJob : await caller.scopeOf(query);
  const rows = await listCharges(caller.db, {
    scope,
    houseId: query.houseId,
    period: query.period?.toPlainDate({ day: 1 }).toString(),
    personalAccountId: query.personalAccountId,
    jobId: query.jobId,
    status: query.status,
    after,
    limit: limit + 1,
  });
  return pageOf(
    rows,
    limit,
    (row) => [row.house_id, row.period, row.personal_account_id, row.house_service_id, row.line],
    toCharge,
  );
}

async function scopeOfJob(caller: Caller, jobId: number): Promise<Scope> {
  const what = `calculation job ${jobId}`;
  const job = await caller.getOwn(what, async () => findJobPlace(caller.db, jobId));
  return { organizationIds: [job.organization_id], houseIds: job.house_ids };
}

function statusOf(row: ChargeRow): ChargeStatus {
  if (row.cycle_status === 'DRAFT') return 'DRAFT';
  return row.is_reversed ? 'REVERSED' : 'APPLIED';
}

function toCharge(row: ChargeRow): Charge {
  const unit = row.basis.unit ?? row.unit;
  return {
    id: row.id,
    billingCycleId: row.billing_cycle_id,
    calculationJobId: row.calculation_job_id,
    houseId: row.house_id,
    personalAccountId: row.personal_account_id,
    accountNumber: row.account_number,
    houseServiceId: row.house_service_id,
    serviceCode: row.service_code,
    serviceName: row.service_name,
    period: row.period.slice(0, 7),
    rateType: row.rate_type,
    consumption: row.consumption,
    unit,
    tariff: row.tariff,
    amount: row.amount,
    status: statusOf(row),
    explanation: explain(row.basis, unit),
  };
}
