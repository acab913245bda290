// A generated database of a former application: any number of accounts, a year of bills and readings, and at least one of each
// unusual thing that is allowed.
import { createPasswords } from '@kvartplata/auth-service/src/passwords/passwords.service.ts';
import { createTestDatabase } from '@kvartplata/platform/testing/test-database.ts';
import pg from 'pg';
import { FORMER_SCHEMA } from './former-schema.ts';

export type FormerDatabase = {
  readonly url: string;
  readonly query: <Row extends pg.QueryResultRow>(
    statement: string,
    parameters?: readonly unknown[],
  ) => Promise<readonly Row[]>;
  readonly drop: () => Promise<void>;
};

/** The password of the user `anna`, whose hash auth can check. */
export const ANNAS_PASSWORD = 'eine gute Passphrase';
const ACCOUNTS_A_HOUSE = 50;

/** @param accounts a multiple of 50 */
export async function createFormerDatabase(accounts: number): Promise<FormerDatabase> {
  const { url, drop } = await createTestDatabase('empty');
  const pool = new pg.Pool({ connectionString: url, max: 1 });
  pool.on('error', () => undefined);
  await pool.query(FORMER_SCHEMA);
  const passwords = await createPasswords();
  await pool.query(USERS);
  await pool.query(`update users set password_hash = $1 where username = 'anna'`, [
    await passwords.hash(ANNAS_PASSWORD),
  ]);
  await pool.query(registryOf(accounts / ACCOUNTS_A_HOUSE));
  await pool.query(METERS_AND_BILLS);
  await pool.query('analyze');
  return {
    url,
    query: async (statement, parameters) => (await pool.query(statement, parameters?.slice())).rows,
    drop: async () => {
      await pool.end();
      await drop();
    },
  };
}

const USERS = `
  insert into users (id, first_name, last_name, username, email, password_hash, is_admin, created_at)
  select 100 + n, 'Имя', 'Фамилия ' || n, case n when 1 then 'anna' else 'User' || n end, 'user' || n || '@Example.org',
    case when n % 3 > 0 then '$2b$12$' || repeat('a', 53) end, n = 1, '2020-01-01 10:00:00.123456'
  from generate_series(1, 10) as n;`;

/** Houses by number, assigned to four organizations in turn; ids have gaps, as in a database that has grown. */
function registryOf(houses: number): string {
  return `
  insert into organizations (id, name, short_name, inn, phone, created_at, updated_at)
  select 10 + n, 'УК № ' || n, case n when 1 then 'УК-1' else '' end, case n when 1 then '7707083893' end, '',
    '2020-01-01', '2020-01-01'
  from generate_series(1, 4) as n;

  insert into organization_users (id, organization_id, user_id, role, created_at)
  select n, 10 + (n - 1) % 4 + 1, 100 + n, case when n <= 4 then 'owner' when n % 2 = 0 then 'accountant' else 'viewer' end,
    '2020-01-01'
  from generate_series(1, 10) as n;

  insert into houses (id, organization_id, address, fias_id, common_area, heating_months, odn_capped, created_at, updated_at)
  select 1000 + 3 * n, 11 + n % 4, 'ул. Садовая, ' || n, case n when 1 then gen_random_uuid() end, 100 + n, '{10,11,12,1,2,3,4}',
    n % 2 = 0, '2020-01-01', '2020-02-01'
  from generate_series(1, ${houses}) as n;

  insert into rooms (id, house_id, number, area, kind)
  select 1000 * n + 7 * r, 1000 + 3 * n, r::text, 30 + r + 0.25, case r when 49 then 'non-residential' else 'residential' end
  from generate_series(1, ${houses}) as n, generate_series(1, 49) as r;

  -- The fiftieth account of a house shares its first room.
  insert into personal_accounts (id, room_id, account_number, payer, owners, share, registered_persons, opened_on, closed_on)
  select 5000 + 2 * (50 * (n - 1) + a), 1000 * n + 7 * case a when 50 then 1 else a end, 'ЛС-' || n || '/' || a, 'Иванов И. ' || a,
    1 + a % 2, case when a in (1, 50) then 0.5 else 1 end, a % 5, '2020-01-01', case when a = 17 and n = 1 then '2026-06-30'::date end
  from generate_series(1, ${houses}) as n, generate_series(1, 50) as a;

  insert into utility_services (id, code, unit) values
    (71, 'upkeep', 'м²'), (72, 'cold-water', 'м³'), (73, 'electricity', 'кВт·ч'), (74, 'heating', 'Гкал'), (75, 'cold-water-odn', 'м³');

  insert into house_services (id, house_id, utility_service_id, method, heating_mode, valid_from)
  select 10 * houses.id + service.nr, houses.id, service.nr + 70, service.method, service.mode, '2020-01-01'
  from houses, (values (1, 'area', ''), (2, 'meter', null), (3, 'meter', ''), (4, 'heating', 'whole-year'), (5, 'odn', null))
    as service (nr, method, mode);

  insert into service_tariffs (id, house_service_id, value, basis, valid_from, valid_to)
  select row_number() over (order by house_services.id, half), house_services.id, 20.1234 + half + house_services.utility_service_id,
    'Приказ № ' || half, case half when 1 then '2020-01-01'::date else '2025-07-01' end, case half when 1 then '2025-06-30'::date end
  from house_services, generate_series(1, 2) as half;

  insert into service_norms (id, house_service_id, value, basis, valid_from)
  select row_number() over (order by id), id, 0.025125, 'Норматив', '2020-01-01' from house_services where method in ('heating', 'odn');`;
}

const METERS_AND_BILLS = `
  insert into meter_types (id, code) values (5, 'cold-water'), (6, 'electricity'), (7, 'cold-water-house');

  insert into meters (id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number, digits, initial_reading,
    installed_on, verified_until)
  select 2 * personal_accounts.id + nr, 10 * rooms.house_id + 2 + nr, 'personal_account', personal_accounts.id, 5 + nr,
    'ИПУ-' || nr || '-' || personal_accounts.id, 5, 10.5, '2020-01-01', '2030-01-01'
  from personal_accounts join rooms on rooms.id = personal_accounts.room_id, generate_series(0, 1) as nr;

  insert into meters (id, house_service_id, owner_type, meter_type_id, serial_number, digits, initial_reading, installed_on)
  select houses.id, 10 * houses.id + 5, 'house', 7, 'ОДПУ-' || houses.id, 7, 0, '2020-01-01' from houses;

  -- One counter turns over in December.
  insert into meter_readings (id, meter_id, period, value, taken_on, rollover)
  select row_number() over (order by month, meters.id), meters.id, make_date(2025, month, 1),
    case when month = 12 and is_last then 3.25 else meters.initial_reading + month * (1 + meters.id % 7) + 0.125 end,
    make_date(2025, month, 24), month = 12 and is_last
  from (select *, id = max(id) over () as is_last from meters) as meters, generate_series(1, 12) as month;

  insert into bills (id, personal_account_id, house_service_id, period, volume, tariff, amount)
  select 3 * row_number() over (order by month, personal_accounts.id, service), personal_accounts.id, 10 * rooms.house_id + service,
    make_date(2025, month, 1), volume, 33.3333,
    case when service = 5 and month % 4 = 0 then -12.34 when service = 5 and month = 3 then 0 else round(volume * 33.3333, 2) end
  from personal_accounts join rooms on rooms.id = personal_accounts.room_id, generate_series(1, 12) as month,
    generate_series(1, 5) as service, lateral (select (1 + personal_accounts.id % 11) * 1.5 + service as volume) as of_bill;

  -- Of ten months all is paid in the next month, of November the half, of December a little too much or nothing.
  update bills set paid_on = (period + interval '1 month 14 days')::date,
    paid_amount = case extract(month from period)
      when 11 then round(amount / 2, 2) when 12 then case when personal_account_id % 4 = 0 then amount + 0.01 end else amount end
  where amount > 0;`;
