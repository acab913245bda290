// Rare facts, which only few houses, accounts and meters have, so that the others cost nothing: acts on services, absences,
// benefits, acts on meters, verifications since replaced by another, and the histories of meters whose readings do not count.
import type {
  SnapshotAccount,
  SnapshotAct,
  SnapshotMeter,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import type { MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import { isIn, type HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { MonthDays } from './billing-snapshot.repository.ts';

export type AbsenceRow = NonNullable<SnapshotAccount['absences']>[number] & {
  readonly personalAccountId: number;
};

/** Those with days in the month. */
export async function listAbsences(
  trx: Trx,
  houses: HousesOf,
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

export type BenefitRow = NonNullable<SnapshotAccount['benefits']>[number] & {
  readonly personalAccountId: number;
};

/** Those in force on any day of the month, for each account in chronological order. */
export async function listBenefits(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly BenefitRow[]> {
  const { rows } = await sql<BenefitRow>`
    select
      benefits.personal_account_id, benefits.category, benefits.share, benefits.person_count as persons,
      benefits.limited_by as "limit",
      case when benefits.social_norm_one is not null then json_build_object(
        'one', benefits.social_norm_one::text, 'two', benefits.social_norm_two::text, 'each', benefits.social_norm_each::text
      ) end as social_norm,
      benefits.basis, benefits.valid_from as "validFrom", benefits.valid_to,
      (
        select coalesce(json_agg(benefit_services.house_service_id order by benefit_services.house_service_id), '[]')
        from benefit_services
        where benefit_services.organization_id = ${houses.organizationId}
          and benefit_services.house_id = benefits.house_id and benefit_services.benefit_id = benefits.id
      ) as house_service_ids
    from benefits
    where ${isIn('benefits', houses)} and benefits.valid_from <= ${month.last}
      and (benefits.valid_to is null or benefits.valid_to >= ${month.first})
    order by benefits.house_id, benefits.personal_account_id, benefits.valid_from, benefits.id
  `.execute(trx);
  return rows;
}

export type ServiceActRow = SnapshotAct & { readonly houseId: number };

/** Those with hours in the month, in Moscow time, for each house ordered by beginning. */
export async function listServiceActs(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly ServiceActRow[]> {
  const { rows } = await sql<ServiceActRow>`
    select
      service_acts.house_id as "houseId", service_acts.house_service_id, service_acts.kind,
      to_char(service_acts.begins_at at time zone 'Europe/Moscow', 'YYYY-MM-DD"T"HH24:MI:SS') as "from",
      to_char(service_acts.ends_at at time zone 'Europe/Moscow', 'YYYY-MM-DD"T"HH24:MI:SS') as "to",
      service_acts.measured, service_acts.required, service_acts.allowed_hours,
      (
        select json_agg(rooms.number order by rooms.id)
        from service_act_rooms
        join rooms on rooms.organization_id = ${houses.organizationId}
          and rooms.house_id = service_act_rooms.house_id and rooms.id = service_act_rooms.room_id
        where service_act_rooms.organization_id = ${houses.organizationId}
          and service_act_rooms.house_id = service_acts.house_id
          and service_act_rooms.service_act_id = service_acts.id
      ) as rooms
    from service_acts
    where ${isIn('serviceActs', houses)}
      and service_acts.begins_at < (${month.last}::date + 1)::timestamp at time zone 'Europe/Moscow'
      and service_acts.ends_at > ${month.first}::date::timestamp at time zone 'Europe/Moscow'
    order by service_acts.house_id, service_acts.begins_at, service_acts.id
  `.execute(trx);
  return rows;
}

export type ActRow = {
  readonly meterId: number;
  readonly kind: Exclude<MeterActKind, 'seal'>;
  readonly from: string;
  /** Before `from` when the meter was sealed on the same day. */
  readonly to: string | null;
  readonly capacityPerDay: string | null;
  /** For interference: the last check before it; null if it was on the day of installation. */
  readonly lastCheckOn: string | null;
};

/**
 * The acts on meters that are in force on a day of the month or on the day before it, or that were made in the month; for each
 * meter in chronological order. Installing, verifying, sealing and checking a meter all count as a check.
 */
export async function listActs(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly ActRow[]> {
  const { rows } = await sql<ActRow>`
    select acts.meter_id, acts.kind, acts.acted_on as "from", acts.counts_until as "to",
      acts.capacity_per_day::text,
      case when acts.kind = 'tampering' then greatest(
        (select meters.installed_on from meters
          where meters.organization_id = ${houses.organizationId} and meters.house_id = acts.house_id
            and meters.id = acts.meter_id and meters.installed_on < acts.acted_on),
        (select max(verified_on) from meter_verifications as verified
          where verified.organization_id = ${houses.organizationId} and verified.house_id = acts.house_id
            and verified.meter_id = acts.meter_id and verified.verified_on < acts.acted_on),
        (select max(acted_on) from meter_acts as checks
          where checks.organization_id = ${houses.organizationId} and checks.house_id = acts.house_id
            and checks.meter_id = acts.meter_id and checks.kind in ('seal', 'tampering')
            and checks.acted_on < acts.acted_on)
      ) end as last_check_on
    from meter_acts as acts
    where ${isIn('acts', houses)} and acts.kind <> 'seal' and acts.acted_on <= ${month.last}
      and (acts.counts_until is null or acts.counts_until >= ${month.first}::date - 1
        or acts.kind = 'tampering' and acts.acted_on >= ${month.first})
    order by acts.house_id, acts.meter_id, acts.acted_on, acts.id
  `.execute(trx);
  return rows;
}

export type VerifiedRow = { readonly meterId: number; readonly verifiedOn: string };

/** The verifications since the beginning of the month, which have changed the last verified day. */
export async function listVerifiedSince(
  trx: Trx,
  houses: HousesOf,
  month: MonthDays,
): Promise<readonly VerifiedRow[]> {
  const { rows } = await sql<VerifiedRow>`
    select meter_id, verified_on from meter_verifications
    where ${isIn('meterVerifications', houses)} and verified_on >= ${month.first}
  `.execute(trx);
  return rows;
}

export type VerifiedUntilRow = {
  readonly meterId: number;
  readonly verifiedUntil: string | null;
};

/** The last verified day by the verification in force on the month's last day. */
export async function listVerifiedUntilThen(
  trx: Trx,
  houses: HousesOf,
  meterIds: readonly number[],
  month: MonthDays,
): Promise<readonly VerifiedUntilRow[]> {
  const { rows } = await sql<VerifiedUntilRow>`
    select meters.id as meter_id, coalesce(held.verified_until, meters.first_verified_until) as verified_until
    from meters
    left join lateral (
      select earlier.verified_until from meter_verifications as earlier
      where earlier.organization_id = ${houses.organizationId} and earlier.house_id = meters.house_id
        and earlier.meter_id = meters.id and earlier.verified_on <= ${month.last}
      order by earlier.verified_on desc
      limit 1
    ) as held on true
    where ${isIn('meters', houses)} and meters.id = any(${meterIds}::bigint[])
  `.execute(trx);
  return rows;
}

export type AskedHistory = {
  readonly houseId: number;
  readonly meterId: number;
  /** Only readings of a month before the charged one count, and only those taken before this day, if there is one. */
  readonly before: string | null;
};
export type HistoryRow = NonNullable<SnapshotMeter['history']> & { readonly meterId: number };

/** The number of past months in an average, and the fewest when the meter has worked longer. */
const MOST_MONTHS = 12;
const LEAST_MONTHS = 6;

/**
 * The consumption of each meter from reading to reading, newest first, with the months that count in an average, and the months
 * after each. Each covers a month at least. Without a known season every month of the house counts.
 */
function stretchesOf(
  organizationId: number,
  asked: readonly AskedHistory[],
  month: MonthDays,
): RawBuilder<unknown> {
  return sql`
    select asked.meter_id, house_services.method, stretch.*
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
      with readings as (
        select period, taken_on, value, rollover, extract(year from period) * 12 + extract(month from period) as month_number
        from meter_readings
        where meter_readings.organization_id = ${organizationId} and meter_readings.house_id = meters.house_id
          and meter_readings.meter_id = meters.id
          and meter_readings.period < ${month.first}
          and (asked.before is null or meter_readings.taken_on < asked.before)
      ),
      stretches as (
        select period, taken_on,
          coalesce(lead(taken_on::date) over newest_first, meters.installed_on) as since,
          value - coalesce(lead(value) over newest_first, meters.initial_reading)
            + case when rollover then 10::numeric ^ meters.digits else 0 end as volume,
          month_number - coalesce(
            lead(month_number) over newest_first,
            extract(year from meters.installed_on + 1) * 12 + extract(month from meters.installed_on + 1) - 1
          ) as months
        from readings
        window newest_first as (order by period desc)
      ),
      in_order as (
        select * from stretches
        where not exists (
          select from meter_acts
          where meter_acts.organization_id = ${organizationId} and meter_acts.house_id = meters.house_id
            and meter_acts.meter_id = meters.id and meter_acts.kind in ('failed', 'tampering')
            and meter_acts.acted_on <= stretches.taken_on
            and (meter_acts.counts_until is null or meter_acts.counts_until > stretches.since)
        )
        order by period desc
        limit ${MOST_MONTHS}
      ),
      of_the_season as (
        select volume, months, period, case when house_services.method <> 'heating' then months else (
            select count(*) filter (where coalesce(
              app.is_heated(houses.heating_months, houses.heating_seasons, (period - back * interval '1 month')::date),
              houses.heating_seasons = '[]'))
            from generate_series(0, months::integer - 1) as back
          ) end as averaged
        from in_order
      )
      select volume, months, averaged,
        sum(months) over newest_first - months as months_after,
        sum(averaged) over newest_first - averaged as averaged_after
      from of_the_season
      window newest_first as (order by period desc)
    ) as stretch
  `;
}

/**
 * The consumption of each meter over its last twelve months: from reading to reading, whatever the months between, where it was
 * in order all the time. The consumption between two readings on both sides of the limit counts as a whole if there would be
 * fewer than six months without it. The first reading counts from the installation, whose month counts too unless the meter was
 * installed on its last day. For heating only the months of the season count, with the consumption in them: a stretch of other
 * months is left out.
 * Source: Government Decree 354 of 2011-05-06, p. 59: of a period of no less than six months.
 */
export async function listHistories(
  trx: Trx,
  organizationId: number,
  asked: readonly AskedHistory[],
  month: MonthDays,
): Promise<readonly HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select meter_id, sum(averaged)::integer as months, sum(volume)::numeric(18, 3) as volume
    from (${stretchesOf(organizationId, asked, month)}) as stretches
    where (method <> 'heating' or averaged > 0)
      and months_after < ${MOST_MONTHS}
      and (months_after + months <= ${MOST_MONTHS} or averaged_after < ${LEAST_MONTHS})
    group by meter_id
  `.execute(trx);
  return rows;
}

/** A meter with a reading in the month, and its previous reading. */
export type AskedFailure = {
  readonly houseId: number;
  readonly meterId: number;
  /** The day of the previous reading, and the last day of its month. */
  readonly readOn: string;
  readonly monthEnd: string;
};

/** The meters that stopped counting after their previous reading, in its month, and were not counting at the month's end. */
export async function listFailedAfterReading(
  trx: Trx,
  organizationId: number,
  asked: readonly AskedFailure[],
): Promise<ReadonlySet<number>> {
  const { rows } = await sql<{ meterId: number }>`
    select asked.meter_id
    from unnest(
      ${asked.map(({ houseId }) => houseId)}::bigint[],
      ${asked.map(({ meterId }) => meterId)}::bigint[],
      ${asked.map(({ readOn }) => readOn)}::date[],
      ${asked.map(({ monthEnd }) => monthEnd)}::date[]
    ) as asked (house_id, meter_id, read_on, month_end)
    join meters on meters.organization_id = ${organizationId} and meters.house_id = asked.house_id
      and meters.id = asked.meter_id
    left join lateral (
      select held.verified_until from meter_verifications as held
      where held.organization_id = ${organizationId} and held.house_id = meters.house_id
        and held.meter_id = meters.id and held.verified_on <= asked.month_end
      order by held.verified_on desc
      limit 1
    ) as verified on true
    where exists (
      select from meter_acts
      where meter_acts.organization_id = ${organizationId} and meter_acts.house_id = meters.house_id
        and meter_acts.meter_id = meters.id and meter_acts.kind <> 'seal'
        and meter_acts.acted_on > asked.read_on and meter_acts.acted_on <= asked.month_end
        and (meter_acts.counts_until is null or meter_acts.counts_until >= asked.month_end)
    ) or (
      coalesce(verified.verified_until, meters.first_verified_until) >= asked.read_on
      and coalesce(verified.verified_until, meters.first_verified_until) < asked.month_end
    )
  `.execute(trx);
  return new Set(rows.map(({ meterId }) => meterId));
}
