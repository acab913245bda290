// Checks that the constraints of a table cannot make on a single row: that rows are consistent with each other.
import { NO_SERIAL_NUMBER } from '@kvartplata/domain/meters/serial-number.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Catalogue } from './catalogue.ts';
import type { Finding } from './finding.ts';
import type { FormerTable } from './former-shape.ts';
import { pages } from './row-checks.repository.ts';

type Check = {
  readonly table: FormerTable;
  readonly column: string;
  /** Selects `key` and `reason` of the rows that break the rule. */
  readonly broken: RawBuilder<unknown>;
};

/** The exclusion constraints of the platform that these checks replace. */
export const EXCLUSIONS = [
  'house_services_no_overlap',
  'meters_serial_number_no_overlap',
  'service_tariffs_no_overlap',
  'service_norms_no_overlap',
];

export async function* findMisfits(
  former: Executor,
  catalogue: Catalogue,
): AsyncGenerator<Finding> {
  for (const { table, column, broken } of checks(catalogue))
    yield* pages(
      former,
      table,
      (after) => sql`select key::text as key, 0 as nr, ${column} as shown, reason
        from (${broken}) broken where key > ${after.key}::bigint order by key`,
    );
}

function checks(catalogue: Catalogue): readonly Check[] {
  return [...ofHouseServices(catalogue), ...OF_METERS, ...OF_READINGS, ...OF_BILLS];
}

function ofHouseServices({ services }: Catalogue): readonly Check[] {
  return [
    {
      table: 'house_services',
      column: 'method',
      broken: sql`
        select house_services.id as key,
          '"' || house_services.method || '" is none of the methods of ' || service.code as reason
        from house_services
        join json_to_recordset(${JSON.stringify(services)}::json) as service ("formerId" bigint, code text, methods json)
          on service."formerId" = house_services.utility_service_id
        where house_services.method is not null and not exists (
          select from json_array_elements_text(service.methods) as methods (name) where methods.name = house_services.method
        )`,
    },
    {
      table: 'house_services',
      column: 'valid_from',
      broken: overlaps(
        'house_services',
        sql`house_services.house_id, coalesce(
          (select utility_services.code from utility_services where utility_services.id = house_services.utility_service_id),
          house_services.utility_service_id::text)`,
      ),
    },
    ...(['service_tariffs', 'service_norms'] as const).map((table) => ({
      table,
      column: 'valid_from',
      broken: overlaps(
        table,
        sql`${sql.ref(`${table}.house_service_id`)}, coalesce(${sql.ref(`${table}.component`)}, '')`,
      ),
    })),
  ];
}

const OF_METERS: readonly Check[] = [
  {
    table: 'meters',
    column: 'personal_account_id',
    broken: sql`
      select meters.id as key, 'is of house ' || rooms.house_id || ', the house service of house ' || house_services.house_id as reason
      from meters
      join personal_accounts on personal_accounts.id = meters.personal_account_id
      join rooms on rooms.id = personal_accounts.room_id
      join house_services on house_services.id = meters.house_service_id
      where rooms.house_id <> house_services.house_id`,
  },
  {
    // Half-open: a device may be installed again on the day it was removed.
    table: 'meters',
    column: 'serial_number',
    broken: sql`
      select key, 'is also that of another meter of the service on ' || installed_on as reason
      from (
        select meters.id as key, meters.installed_on,
          max(coalesce(meters.removed_on, 'infinity'::date)) over (
            partition by meters.house_service_id, meters.serial_number order by meters.installed_on, meters.id
            rows between unbounded preceding and 1 preceding
          ) as last_until
        from meters
        join house_services on house_services.id = meters.house_service_id
        where meters.serial_number <> ${NO_SERIAL_NUMBER} and meters.removed_on is distinct from meters.installed_on
      ) as history
      where installed_on < last_until`,
  },
];

const OF_READINGS: readonly Check[] = [
  {
    table: 'meter_readings',
    column: 'value',
    broken: sql`
      select key, value || ' is below the reading before, ' || before || ', and rollover is not set' as reason
      from (
        select meter_readings.id as key, meter_readings.value, meter_readings.rollover,
          coalesce(
            lag(meter_readings.value) over (partition by meter_readings.meter_id order by meter_readings.period, meter_readings.id),
            meters.initial_reading
          ) as before
        from meter_readings
        join meters on meters.id = meter_readings.meter_id
      ) as history
      where value < before and rollover is not true`,
  },
  {
    table: 'meter_readings',
    column: 'value',
    broken: sql`
      select meter_readings.id as key, meter_readings.value || ' has more than the ' || meters.digits || ' digits of its meter' as reason
      from meter_readings
      join meters on meters.id = meter_readings.meter_id
      where meters.digits between 1 and 9 and meter_readings.value >= 10::numeric ^ meters.digits`,
  },
];

const OF_BILLS: readonly Check[] = [
  {
    table: 'bills',
    column: 'house_service_id',
    broken: sql`
      select bills.id as key, 'is of house ' || house_services.house_id || ', the account of house ' || rooms.house_id as reason
      from bills
      join personal_accounts on personal_accounts.id = bills.personal_account_id
      join rooms on rooms.id = personal_accounts.room_id
      join house_services on house_services.id = bills.house_service_id
      where rooms.house_id <> house_services.house_id`,
  },
  {
    table: 'bills',
    column: 'period',
    broken: sql`
      select bills.id as key, 'is not the first day of a month from 2000 to 2999 (' || bills.period || ')' as reason
      from bills
      where extract(day from bills.period) <> 1 or bills.period not between '2000-01-01' and '2999-12-01'`,
  },
  {
    table: 'bills',
    column: 'paid_amount',
    broken: sql`
      select bills.id as key, 'is below 0 (' || bills.paid_amount || ')' as reason
      from bills where bills.paid_amount < 0`,
  },
  {
    // The ids of payments begin above those of bills, and have to be valid ids too.
    table: 'bills',
    column: 'id',
    broken: sql`
      select bills.id as key, 'is above 4503599627370495' as reason
      from bills where bills.id > 4503599627370495`,
  },
];

/** Rows that begin before another row of their kind has ended; both ends are inclusive. */
function overlaps(table: FormerTable, kind: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select key, 'begins on ' || valid_from || ', before one of its kind ends on ' || last_until as reason
    from (
      select ${sql.ref(`${table}.id`)} as key, ${sql.ref(`${table}.valid_from`)} as valid_from,
        max(coalesce(${sql.ref(`${table}.valid_to`)}, 'infinity'::date)) over (
          partition by ${kind} order by ${sql.ref(`${table}.valid_from`)}, ${sql.ref(`${table}.id`)}
          rows between unbounded preceding and 1 preceding
        ) as last_until
      from ${sql.table(table)}
    ) as history
    where valid_from <= last_until`;
}
