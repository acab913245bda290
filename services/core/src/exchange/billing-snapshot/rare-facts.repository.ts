// What follows from few houses, accounts and meters only, so that the many cost nothing: absences, outages, verifications
// that another has taken the place of since, and the histories of meters whose readings do not count.
import type {
  SnapshotAccount,
  SnapshotMeter,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { isOfFew } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { Houses, MonthDays } from './billing-snapshot.repository.ts';

export type AbsenceRow = NonNullable<SnapshotAccount['absences']>[number] & {
  readonly personalAccountId: number;
};

/** Those that have days in the month. */
export async function listAbsences(
  trx: Trx,
  houses: Houses,
  month: MonthDays,
): Promise<readonly AbsenceRow[]> {
  const { rows } = await sql<AbsenceRow>`
    select personal_account_id, begins_on as "from", ends_on as "to", person_count as persons
    from absences
    where ${isIn('absences', houses)} and begins_on <= ${month.last} and ends_on >= ${month.first}
    order by house_id, personal_account_id, begins_on, id
  `.execute(trx);
  return rows;
}

export type OutageRow = {
  readonly meterId: number;
  readonly from: string;
  readonly to: string | null;
};

/** Those that have days in the month, of each meter in the order of days. */
export async function listOutages(
  trx: Trx,
  houses: Houses,
  month: MonthDays,
): Promise<readonly OutageRow[]> {
  const { rows } = await sql<OutageRow>`
    select meter_id, begins_on as "from", ends_on as "to"
    from meter_outages
    where ${isIn('meterOutages', houses)}
      and begins_on <= ${month.last} and (ends_on is null or ends_on >= ${month.first})
    order by house_id, meter_id, begins_on
  `.execute(trx);
  return rows;
}

/** The meters that have been verified after the month: by now they are good until another day than they were then. */
export async function listVerifiedLater(
  trx: Trx,
  houses: Houses,
  month: MonthDays,
): Promise<readonly number[]> {
  const { rows } = await sql<{ meterId: number }>`
    select meter_id from meter_verifications
    where ${isIn('meterVerifications', houses)} and verified_on > ${month.last}
  `.execute(trx);
  return [...new Set(rows.map(({ meterId }) => meterId))];
}

export type VerifiedUntilRow = {
  readonly meterId: number;
  readonly verifiedUntil: string | null;
};

/** Until when the meters were good by the verification that was in force on the month's last day. */
export async function listVerifiedUntilThen(
  trx: Trx,
  houses: Houses,
  meterIds: readonly number[],
  month: MonthDays,
): Promise<readonly VerifiedUntilRow[]> {
  const { rows } = await sql<VerifiedUntilRow>`
    select meters.id as meter_id, coalesce(held.verified_until, meters.first_verified_until) as verified_until
    from meters
    left join lateral (
      select earlier.verified_until from meter_verifications as earlier
      where earlier.organization_id = meters.organization_id and earlier.house_id = meters.house_id
        and earlier.meter_id = meters.id
        and earlier.verified_on <= ${month.last}
      order by earlier.verified_on desc
      limit 1
    ) as held on true
    where ${isIn('meters', houses)} and meters.id = any(${meterIds}::bigint[])
  `.execute(trx);
  return rows;
}

export type AskedHistory = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly meterId: number;
  /** Readings count that were taken before this day, and are of a month before the one that is charged. */
  readonly before: string;
};
export type HistoryRow = NonNullable<SnapshotMeter['history']> & { readonly meterId: number };

/**
 * What each meter has counted over its last months, at most 12: from reading to reading, whatever months lie between,
 * where it was in order all the time. The first reading counts from the installation, whose month is one of work but when
 * its last day is all that the meter has seen of it. Of heating the months of the season alone are counted, and what is drawn
 * in them: a stretch of other months is left out.
 */
export async function listHistories(
  trx: Trx,
  asked: readonly AskedHistory[],
  month: MonthDays,
): Promise<readonly HistoryRow[]> {
  const organizations = [...Map.groupBy(asked, ({ organizationId }) => organizationId)];
  const found = await Promise.all(
    organizations.map(async ([organizationId, meters]) =>
      listHistoriesOf(trx, organizationId, meters, month),
    ),
  );
  return found.flat();
}

async function listHistoriesOf(
  trx: Trx,
  organizationId: number,
  asked: readonly AskedHistory[],
  month: MonthDays,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select asked.meter_id, sum(counted.averaged)::integer as months, sum(counted.volume)::numeric(18, 3) as volume
    from unnest(
      ${asked.map(({ houseId }) => houseId)}::bigint[],
      ${asked.map(({ meterId }) => meterId)}::bigint[],
      ${asked.map(({ before }) => before)}::date[]
    ) as asked (house_id, meter_id, before)
    join meters on meters.organization_id = ${organizationId} and meters.house_id = asked.house_id
      and meters.id = asked.meter_id
    join houses on houses.organization_id = ${organizationId} and houses.id = meters.house_id
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    cross join lateral (
      select stretch.months, stretch.volume, sum(stretch.months) over (order by stretch.period desc) as months_back,
        case when house_services.method <> 'heating' then stretch.months else (
          -- Of a house whose season nobody has told every month counts.
          select count(*) filter (where coalesce(
            app.is_heated(houses.heating_months, houses.heating_seasons, (stretch.period - back * interval '1 month')::date),
            houses.heating_seasons = '[]'))
          from generate_series(0, stretch.months::integer - 1) as back
        ) end as averaged
      from (
        select last.period, last.taken_on,
          coalesce(lag(last.taken_on::date) over in_order, meters.installed_on) as since,
          last.value - coalesce(lag(last.value) over in_order, meters.initial_reading)
            + case when last.rollover then 10::numeric ^ meters.digits else 0 end as volume,
          last.month_number - coalesce(
            lag(last.month_number) over in_order,
            extract(year from meters.installed_on + 1) * 12 + extract(month from meters.installed_on + 1) - 1
          ) as months
        from (
          select *, extract(year from period) * 12 + extract(month from period) as month_number
          from meter_readings
          where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = meters.house_id
            and meter_readings.meter_id = meters.id
            and meter_readings.period < ${month.first} and meter_readings.taken_on < asked.before
          -- The thirteenth is where twelve months begin.
          order by meter_readings.period desc
          limit 13
        ) as last
        window in_order as (order by last.period)
      ) as stretch
      where not exists (
        select from meter_outages
        where meter_outages.organization_id = ${organizationId} and meter_outages.house_id = meters.house_id
          and meter_outages.meter_id = meters.id
          and meter_outages.begins_on <= stretch.taken_on
          and (meter_outages.ends_on is null or meter_outages.ends_on > stretch.since)
      )
    ) as counted
    where (house_services.method <> 'heating' or counted.averaged > 0)
      and (counted.months_back <= 12 or counted.months_back = counted.months)
    group by asked.meter_id
  `.execute(trx);
  return rows;
}

function isIn(table: string, { organizationIds, houseIds }: Houses) {
  return sql<boolean>`(${isOfFew(organizationIds, `${table}.organization_id`)}
    and ${sql.ref(`${table}.house_id`)} = any(${houseIds}::bigint[]))`;
}
