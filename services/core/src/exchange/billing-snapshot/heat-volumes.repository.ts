// Yearly volumes of house-wide heating meters, in SQL: a house that is charged evenly pays by the volume of the year before. Few
// houses are; the others cause no query.
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';

export type AskedYears = {
  readonly organizationId: number;
  readonly houseServiceIds: readonly number[];
  readonly years: readonly number[];
};

export type HeatVolumeRow = {
  readonly houseServiceId: number;
  readonly year: number;
  readonly volume: string;
};

/**
 * By the readings of all meters that were installed in the year, from the previous December's to its own; for a meter installed
 * or removed in the year, from or to that day. A year is left out if the volume is unknown: unless on each of its days a meter
 * was installed, in order and verified, and was read at both ends.
 */
export async function listHeatVolumes(
  trx: Trx,
  { organizationId, houseServiceIds, years }: AskedYears,
): Promise<readonly HeatVolumeRow[]> {
  const { rows } = await sql<HeatVolumeRow>`
    with standing as (
      select meters.house_service_id, asked.year, meters.installed_on, meters.removed_on, asked.days,
        reached.value - coalesce(since.value, meters.initial_reading)
          + reached.turns * 10::numeric ^ meters.digits as volume,
        reached.period = date_trunc('month', least(meters.removed_on, upper(asked.days) - 1))
          and (meters.installed_on >= lower(asked.days)
            or coalesce(since.period, date_trunc('month', meters.installed_on))
              >= lower(asked.days) - interval '1 month')
          -- Before the first recorded verification the meter's own term holds, without an end if it has none.
          and datemultirange(daterange(null, coalesce(
              case when verified.first_on is null then meters.verified_until else meters.first_verified_until end,
              verified.first_on - 1
            ), '[]')) + coalesce(verified.days, '{}')
            @> daterange(meters.installed_on, meters.removed_on, '[]') * asked.days
          and not exists (
            select from meter_acts
            where meter_acts.organization_id = ${organizationId} and meter_acts.house_id = meters.house_id
              and meter_acts.meter_id = meters.id and meter_acts.kind <> 'seal'
              and meter_acts.acted_on < upper(asked.days)
              and coalesce(meter_acts.counts_until >= greatest(meter_acts.acted_on, lower(asked.days)), true)
          ) as is_known
      from (
        select year, daterange(make_date(year, 1, 1), make_date(year + 1, 1, 1)) as days
        from unnest(${years}::integer[]) as year
      ) as asked
      cross join meters
      left join lateral (
        select history.value, history.period from meter_readings as history
        where history.organization_id = ${organizationId} and history.house_id = meters.house_id
          and history.meter_id = meters.id and history.period < lower(asked.days)
        order by history.period desc limit 1
      ) as since on true
      left join lateral (
        select max(history.period) as period, (array_agg(history.value order by history.period desc))[1] as value,
          count(*) filter (where history.rollover) as turns
        from meter_readings as history
        where history.organization_id = ${organizationId} and history.house_id = meters.house_id
          and history.meter_id = meters.id and history.period >= lower(asked.days)
          and history.period < upper(asked.days)
      ) as reached on true
      left join lateral (
        select range_agg(daterange(held.verified_on, held.verified_until, '[]')) as days,
          min(held.verified_on) as first_on
        from meter_verifications as held
        where held.organization_id = ${organizationId} and held.house_id = meters.house_id
          and held.meter_id = meters.id
      ) as verified on true
      where meters.organization_id = ${organizationId} and meters.owner_type = 'house'
        and meters.house_service_id = any(${houseServiceIds}::bigint[])
        and daterange(meters.installed_on, meters.removed_on, '[]') && asked.days
    )
    select standing.house_service_id, standing.year, sum(standing.volume)::numeric(14, 3)::text as volume
    from standing
    group by standing.house_service_id, standing.year, standing.days
    having bool_and(coalesce(standing.is_known, false))
      and range_agg(daterange(standing.installed_on, standing.removed_on, '[]')) @> standing.days
    order by standing.house_service_id, standing.year
  `.execute(trx);
  return rows;
}
