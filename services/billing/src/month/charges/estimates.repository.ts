// Estimates charged in earlier months in place of readings, in SQL.
import type { LateMeter } from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { UnreadMeterBasis } from '@kvartplata/domain/charging/charge-line.ts';
import { sql } from 'kysely';
import { notReversed } from '../../access/scope.ts';
import type { Db } from '../../tables.ts';
import { joinBasis, type Filling, type Template } from '../basis-template.ts';

export type EstimateRow = {
  readonly meterId: number;
  /** Null for a house-wide meter. */
  readonly personalAccountId: number | null;
  /** The first day of the month that it was charged for. */
  readonly month: string;
  readonly estimate: string;
};

/** A line that a correction under way takes back entirely. */
export type GoneLine = {
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  /** The first day of the corrected month. */
  readonly correctedPeriod: string;
};

type StandingRow = Omit<EstimateRow, 'estimate'> & Filling & { readonly unread: Template };

/**
 * What was charged in place of each late meter, by the months since its last reading: by the month's own charge, or by its last
 * correction, unless reversed by a storno. All charges of a service with a house-wide meter have the same estimate, so only one
 * is read: of an account that is still charged for the month. The accounts of a room were each charged a part of its meter.
 * @param period the first day of the month of the late reading
 */
export async function listEstimates(
  db: Db,
  organizationId: number,
  late: readonly LateMeter[],
  period: string,
  gone: readonly GoneLine[],
): Promise<readonly EstimateRow[]> {
  const houseIds = [...new Set(late.map((meter) => meter.houseId))];
  const since = late.map((meter) => `${meter.estimatedSince}-01`);
  const { rows } = await sql<StandingRow>`
    with ${correctedLines(organizationId, houseIds, { from: since, period })}, ${goneLines(gone)}
    select late.meter_id, late.personal_account_id, earlier.month::date as month, standing.unread, standing.own, standing.consumption,
      standing.amount
    from unnest(
      ${late.map((meter) => meter.houseId)}::bigint[],
      ${late.map((meter) => meter.personalAccountId)}::bigint[],
      ${late.map((meter) => meter.personalAccountId ?? 0)}::bigint[],
      ${late.map((meter) => meter.personalAccountId ?? Number.MAX_SAFE_INTEGER)}::bigint[],
      ${late.map((meter) => meter.houseServiceId)}::bigint[],
      ${late.map((meter) => meter.meterId)}::bigint[],
      ${since}::date[]
    ) as late (house_id, personal_account_id, first_account_id, last_account_id, house_service_id, meter_id, estimated_since)
    -- A closed month in which the house was not computed is charged by corrections only.
    cross join generate_series(late.estimated_since::timestamp, ${period}::date - interval '1 month', interval '1 month')
      as earlier (month)
    cross join lateral (
      (
        select corrected.id, corrected.now -> 'unread' as unread, corrected.own, corrected.consumption, corrected.amount
        from corrected
        where corrected.house_id = late.house_id and corrected.corrected_period = earlier.month::date
          and corrected.personal_account_id between late.first_account_id and late.last_account_id
          and corrected.house_service_id = late.house_service_id
          and (corrected.personal_account_id, late.house_service_id, earlier.month::date) not in (select * from gone)
        order by corrected.id desc
        limit 1
      )
      union all
      (
        select charges.id, charges.basis -> 'unread', charges.own, charges.consumption, charges.amount
        from explained_charges as charges
        where charges.organization_id = ${organizationId} and charges.house_id = late.house_id
          and charges.period = earlier.month::date
          and charges.personal_account_id between late.first_account_id and late.last_account_id
          and charges.house_service_id = late.house_service_id and charges.line = 0
          and ${notReversed(organizationId, 'charges')}
          and (charges.personal_account_id, late.house_service_id, earlier.month::date) not in (select * from gone)
        limit 1
      )
      order by id desc
      limit 1
    ) as standing
    where standing.unread is not null
  `.execute(db);
  return rows.flatMap(({ meterId, personalAccountId, month, unread, ...filling }) => {
    const meters = joinBasis(unread, filling) as readonly UnreadMeterBasis[];
    return meters.flatMap((meter) =>
      meter.meterId === meterId && meter.estimate !== undefined
        ? [{ meterId, personalAccountId, month, estimate: meter.estimate }]
        : [],
    );
  });
}

/** The last corrections of the months since the first of `from`, one of each account, service and month. */
function correctedLines(
  organizationId: number,
  houseIds: readonly number[],
  { from, period }: { readonly from: readonly string[]; readonly period: string },
) {
  return sql`corrected as materialized (
      select distinct on (
          charges.house_id, charges.corrected_period, charges.house_service_id, charges.personal_account_id
        )
        charges.id, charges.house_id, charges.corrected_period, charges.personal_account_id,
        charges.house_service_id, charges.basis -> 'correction' -> 'now' as now,
        charges.own, charges.consumption, charges.amount
      from explained_charges as charges
      where charges.organization_id = ${organizationId} and charges.house_id = any(${houseIds}::bigint[])
        and charges.template < 0 and charges.corrected_line = 0
        and charges.corrected_period >= (select min(since) from unnest(${from}::date[]) as since)
        and charges.corrected_period < ${period}
        and ${notReversed(organizationId, 'charges')}
      order by charges.house_id, charges.corrected_period, charges.house_service_id, charges.personal_account_id,
        charges.id desc
    )`;
}

/** What is charged no more, by the last corrections or by the one under way. */
function goneLines(found: readonly GoneLine[]) {
  return sql`gone as materialized (
      select corrected.personal_account_id, corrected.house_service_id, corrected.corrected_period from corrected
      where corrected.now is null
      union all
      select * from unnest(
        ${found.map((line) => line.personalAccountId)}::bigint[],
        ${found.map((line) => line.houseServiceId)}::bigint[],
        ${found.map((line) => line.correctedPeriod)}::date[]
      )
    )`;
}
