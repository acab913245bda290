// What the database itself enforces, whoever writes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import {
  createTestDatabase,
  type TestDatabase,
} from '@kvartplata/platform/testing/test-database.ts';
import { sql, type Kysely } from 'kysely';

let database: TestDatabase;
let db: Kysely<unknown>;

before(async () => {
  database = await createTestDatabase('core');
  ({ db } = openDatabase<unknown>({
    url: database.url,
    poolSize: 2,
    applicationName: 'core-tables-test',
  }));
  await sql
    .raw(`
      insert into organizations (id, name) values (1, 'УК'), (2, 'ТСЖ');
      insert into houses (id, organization_id, address) values (10, 1, 'Дом 1'), (11, 1, 'Дом 2'), (20, 2, 'Дом 3');
      insert into rooms (organization_id, house_id, id, number, area)
        values (1, 10, 1, '1', 50), (1, 11, 2, '1', 50), (2, 20, 3, '1', 50);
      insert into account_numbers values (1, 'A1', 10);
      insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
        values (1, 10, 1, 1, 'A1', 'Иванов', '2025-01-01');
      insert into house_services (organization_id, house_id, id, utility_service_id, method, valid_from, valid_to)
        select 1, 10, 101, id, 'meter', '2025-01-01', '2025-12-31' from utility_services where code = 'cold-water';
      insert into house_services (organization_id, house_id, id, utility_service_id, method, valid_from)
        select 1, 10, 102, id, 'norm', '2025-01-01' from utility_services where code = 'hot-water';
      insert into service_tariffs (organization_id, house_id, house_service_id, component, value, basis, valid_from, valid_to)
        values (1, 10, 101, null, 49.19, 'Приказ', '2025-01-01', '2025-06-30'), (1, 10, 102, 'cold', 49.19, 'Приказ', '2025-01-01', null);
      insert into service_norms (organization_id, house_id, house_service_id, value, basis, valid_from, valid_to)
        values (1, 10, 102, 3.19, 'Норматив', '2025-01-01', '2025-06-30');
      insert into meters (organization_id, house_id, id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number, digits, installed_on)
        values (1, 10, 1, 101, 'account', 1, 1, '1', 5, '2025-01-01');
      select setval('meter_ids', 1);
      insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, source)
        values (1, 10, '2025-01-01', 1, 5, '2025-01-25', 'operator');
    `)
    .execute(db);
});
after(async () => {
  await db.destroy();
  await database.drop();
});

/** Runs the statement and rolls it back. */
async function tryStatement(statement: string): Promise<void> {
  const undo = new Error('undo');
  await db
    .transaction()
    .execute(async (trx) => {
      await sql.raw(statement).execute(trx);
      throw undo;
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error;
    });
}

const TARIFF =
  'insert into service_tariffs (organization_id, house_id, house_service_id, component, value, basis, valid_from, valid_to) values';
const NORM =
  'insert into service_norms (organization_id, house_id, house_service_id, value, basis, valid_from, valid_to) values';
const SERVICE =
  'insert into house_services (organization_id, house_id, utility_service_id, method, heating_mode, valid_from, valid_to)';
const METER =
  'insert into meters (organization_id, house_id, house_service_id, owner_type, personal_account_id, meter_type_id, serial_number, digits, initial_reading, installed_on, removed_on) values';
const READING =
  'insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, source) values';
const VERIFICATION =
  'insert into meter_verifications (organization_id, house_id, meter_id, verified_on, verified_until, basis) values';
const ACT =
  'insert into meter_acts (organization_id, house_id, meter_id, kind, acted_on, ends_on, capacity_per_day, basis) values';
const ABSENCE =
  'insert into absences (organization_id, house_id, personal_account_id, begins_on, ends_on, person_count, basis) values';
const DIFFERS =
  'insert into account_services (organization_id, house_id, personal_account_id, house_service_id, charged, reason, valid_from, valid_to) values';
const ACCOUNT =
  'insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, owners, share, opened_on, closed_on) values';

const accepted = [
  {
    why: 'the day after the last',
    sql: `${TARIFF} (1, 10, 101, null, 1, 'П', '2025-07-01', null)`,
  },
  { why: 'the other component', sql: `${TARIFF} (1, 10, 102, 'heat', 1, 'П', '2025-01-01', null)` },
  {
    why: 'a norm in the free half',
    sql: `${NORM} (1, 10, 102, 1, 'П', '2025-07-01', '2025-12-31')`,
  },
  {
    why: 'a service that begins again',
    sql: `${SERVICE} select 1, 10, id, 'norm', null, '2026-01-01', null from utility_services where code = 'cold-water'`,
  },
  {
    why: 'the next month of a meter',
    sql: `${READING} (1, 10, '2025-02-01', 1, 6, '2025-02-25', 'operator')`,
  },
  {
    why: 'a device put back on the day it was taken off',
    sql: `update meters set removed_on = '2026-01-10';
      ${METER} (1, 10, 101, 'account', 1, 1, '1', 5, 0, '2026-01-10', null)`,
  },
  {
    why: 'two devices that bear no number',
    sql: `${METER} (1, 10, 101, 'account', 1, 1, 'б/н', 5, 0, '2025-01-01', null), (1, 10, 101, 'account', 1, 1, 'б/н', 5, 0, '2025-01-01', null)`,
  },
  {
    why: 'a meter that breaks on the day after it was repaired',
    sql: `${ACT} (1, 10, 1, 'failed', '2025-01-01', '2025-01-31', null, 'А'), (1, 10, 1, 'failed', '2025-02-01', null, null, 'А')`,
  },
  {
    why: 'the number in another organization',
    sql: `insert into account_numbers values (2, 'A1', 20)`,
  },
];
for (const { why, sql: statement } of accepted) {
  test(`accepted: ${why}`, async () => tryStatement(statement));
}

const refused = [
  {
    constraint: 'service_tariffs_no_overlap',
    why: 'a tariff that shares one day',
    sql: `${TARIFF} (1, 10, 101, null, 1, 'П', '2025-06-30', null)`,
  },
  {
    constraint: 'service_tariffs_no_overlap',
    why: 'a second open tariff of a component',
    sql: `${TARIFF} (1, 10, 102, 'cold', 1, 'П', '2030-01-01', null)`,
  },
  {
    constraint: 'service_norms_no_overlap',
    why: 'a norm inside another',
    sql: `${NORM} (1, 10, 102, 1, 'П', '2025-03-01', '2025-03-31')`,
  },
  {
    constraint: 'house_services_no_overlap',
    why: 'a service twice at a time',
    sql: `${SERVICE} select 1, 10, id, 'norm', null, '2025-12-31', null from utility_services where code = 'cold-water'`,
  },
  {
    constraint: 'service_tariffs_period_order',
    why: 'a tariff that ends before it begins',
    sql: `${TARIFF} (1, 10, 101, null, 1, 'П', '2026-02-01', '2026-01-31')`,
  },
  {
    constraint: 'service_tariffs_value_range',
    why: 'a tariff that is not a number',
    sql: `${TARIFF} (1, 10, 101, null, 'NaN', 'П', '2026-01-01', null)`,
  },
  {
    constraint: 'service_norms_value_range',
    why: 'a negative norm',
    sql: `${NORM} (1, 10, 102, -1, 'П', '2026-01-01', null)`,
  },
  {
    constraint: 'calendar_day_range',
    why: 'a tariff from the end of time',
    sql: `${TARIFF} (1, 10, 101, null, 1, 'П', 'infinity', null)`,
  },
  {
    constraint: 'calendar_day_range',
    why: 'a reading of the year 10000',
    sql: `${READING} (1, 10, '10000-01-01', 1, 6, '2025-02-25', 'operator')`,
  },
  {
    constraint: 'house_services_heating_mode_of_heating',
    why: 'heating without its mode',
    sql: `${SERVICE} select 1, 10, id, 'heating', null, '2025-01-01', null from utility_services where code = 'heating'`,
  },
  {
    constraint: 'meter_readings_pkey',
    why: 'a second reading of the month',
    sql: `${READING} (1, 10, '2025-01-01', 1, 6, '2025-01-26', 'operator')`,
  },
  {
    constraint: 'meter_readings_period_first_day',
    why: 'a period that is no month',
    sql: `${READING} (1, 10, '2025-02-02', 1, 6, '2025-02-25', 'operator')`,
  },
  {
    constraint: 'meter_readings_value_range',
    why: 'a reading that is not a number',
    sql: `${READING} (1, 10, '2025-02-01', 1, 'NaN', '2025-02-25', 'operator')`,
  },
  {
    constraint: 'meter_readings_meter_fkey',
    why: "a reading of another house's meter",
    sql: `${READING} (1, 11, '2025-02-01', 1, 6, '2025-02-25', 'operator')`,
  },
  {
    constraint: 'meters_owner_of_type',
    why: 'a house meter of an account',
    sql: `${METER} (1, 10, 101, 'house', 1, 1, '2', 5, 0, '2025-01-01', null)`,
  },
  {
    constraint: 'meters_account_fkey',
    why: "a meter of another house's account",
    sql: `${METER} (1, 10, 101, 'account', 77, 1, '2', 5, 0, '2025-01-01', null)`,
  },
  {
    constraint: 'meters_initial_reading_range',
    why: 'more than the digits can show',
    sql: `${METER} (1, 10, 101, 'account', 1, 1, '2', 5, 100000, '2025-01-01', null)`,
  },
  {
    constraint: 'meters_removed_after_installed',
    why: 'a meter removed before it stood',
    sql: `${METER} (1, 10, 101, 'account', 1, 1, '2', 5, 0, '2025-01-02', '2025-01-01')`,
  },
  {
    constraint: 'meters_serial_number_no_overlap',
    why: 'one device twice at a time',
    sql: `update meters set removed_on = '2026-01-10';
      ${METER} (1, 10, 101, 'account', 1, 1, '1', 5, 0, '2026-01-09', null)`,
  },
  {
    constraint: 'meters_replaced_meter_fkey',
    why: "a successor of another house's meter",
    sql: `${METER} (1, 10, 101, 'account', 1, 1, '2', 5, 0, '2025-01-01', null);
      update meters set replaced_meter_id = 77 where serial_number = '2'`,
  },
  {
    constraint: 'meters_replaced_meter_unique',
    why: 'two successors of one meter',
    sql: `${METER} (1, 10, 101, 'account', 1, 1, '2', 5, 0, '2025-01-01', null);
      update meters set replaced_meter_id = 1`,
  },
  {
    constraint: 'meter_verifications_day_unique',
    why: 'two verifications of one day',
    sql: `${VERIFICATION} (1, 10, 1, '2025-01-01', '2031-01-01', null), (1, 10, 1, '2025-01-01', '2032-01-01', null)`,
  },
  {
    constraint: 'meter_verifications_until_after_on',
    why: 'a verification that was over before it began',
    sql: `${VERIFICATION} (1, 10, 1, '2025-01-02', '2025-01-01', null)`,
  },
  {
    constraint: 'meter_verifications_meter_fkey',
    why: "a verification of another house's meter",
    sql: `${VERIFICATION} (1, 11, 1, '2025-01-01', '2031-01-01', null)`,
  },
  {
    constraint: 'meter_acts_day_unique',
    why: 'a meter that breaks twice a day',
    sql: `${ACT} (1, 10, 1, 'failed', '2025-01-01', null, null, 'А'), (1, 10, 1, 'failed', '2025-01-01', '2025-02-02', null, 'А')`,
  },
  {
    constraint: 'meter_acts_meter_fkey',
    why: "an act on another house's meter",
    sql: `${ACT} (1, 11, 1, 'failed', '2025-01-01', null, null, 'А')`,
  },
  {
    constraint: 'absences_ends_after_begins',
    why: 'who came back before leaving',
    sql: `${ABSENCE} (1, 10, 1, '2025-01-02', '2025-01-01', 1, 'Билеты')`,
  },
  {
    constraint: 'absences_person_count_range',
    why: 'an absence of nobody',
    sql: `${ABSENCE} (1, 10, 1, '2025-01-01', '2025-01-09', 0, 'Билеты')`,
  },
  {
    constraint: 'absences_account_fkey',
    why: "an absence from another house's account",
    sql: `${ABSENCE} (1, 11, 1, '2025-01-01', '2025-01-09', 1, 'Билеты')`,
  },
  {
    constraint: 'account_services_no_overlap',
    why: 'what differs twice for one account and service on one day',
    sql: `${DIFFERS} (1, 10, 1, 101, true, null, '2025-01-01', null), (1, 10, 1, 101, false, 'other', '2025-02-01', '2025-02-01')`,
  },
  {
    constraint: 'account_services_reason_of_not_charged',
    why: 'a service that is not charged for no reason',
    sql: `${DIFFERS} (1, 10, 1, 101, false, null, '2025-01-01', null)`,
  },
  {
    constraint: 'account_services_reason_of_not_charged',
    why: 'a reason for a service that is charged',
    sql: `${DIFFERS} (1, 10, 1, 101, true, 'not-used', '2025-01-01', null)`,
  },
  {
    constraint: 'account_services_reason_known',
    why: 'a reason that nobody knows',
    sql: `${DIFFERS} (1, 10, 1, 101, false, 'gratis', '2025-01-01', null)`,
  },
  {
    constraint: 'account_services_period_order',
    why: 'what ends before it begins',
    sql: `${DIFFERS} (1, 10, 1, 101, true, null, '2025-02-01', '2025-01-31')`,
  },
  {
    constraint: 'account_services_account_fkey',
    why: "another house's account",
    sql: `${DIFFERS} (1, 11, 1, 101, true, null, '2025-01-01', null)`,
  },
  {
    constraint: 'account_services_house_service_fkey',
    why: 'a service that the house does not have',
    sql: `${DIFFERS} (1, 10, 1, 999, true, null, '2025-01-01', null)`,
  },
  {
    constraint: 'account_numbers_pkey',
    why: 'a number twice in the organization',
    sql: `insert into account_numbers values (1, 'A1', 11)`,
  },
  {
    constraint: 'account_numbers_house_fkey',
    why: "a number claimed for another organization's house",
    sql: `insert into account_numbers values (2, 'A2', 10)`,
  },
  {
    constraint: 'personal_accounts_number_fkey',
    why: 'an account without its claim',
    sql: `${ACCOUNT} (1, 11, 2, 'A1', 'Петров', 1, 1, '2025-01-01', null)`,
  },
  {
    constraint: 'personal_accounts_number_unique',
    why: 'two accounts of one claim',
    sql: `${ACCOUNT} (1, 10, 1, 'A1', 'Петров', 1, 1, '2025-01-01', null)`,
  },
  {
    constraint: 'personal_accounts_room_fkey',
    why: "an account in another house's room",
    sql: `insert into account_numbers values (1, 'A3', 10);
      ${ACCOUNT} (1, 10, 2, 'A3', 'Петров', 1, 1, '2025-01-01', null)`,
  },
  {
    constraint: 'personal_accounts_share_range',
    why: 'a share above the whole',
    sql: `update personal_accounts set share = 1.1`,
  },
  {
    constraint: 'personal_accounts_closed_after_opened',
    why: 'an account closed before it opened',
    sql: `update personal_accounts set closed_on = '2024-12-31'`,
  },
  {
    constraint: 'rooms_area_range',
    why: 'an area that is not a number',
    sql: `update rooms set area = 'NaN'`,
  },
  {
    constraint: 'houses_heating_months_known',
    why: 'a thirteenth month',
    sql: `update houses set heating_months = '{13}'`,
  },
  {
    constraint: 'houses_organization_fkey',
    why: 'an organization deleted under its houses',
    sql: `delete from organizations where id = 2`,
  },
];
for (const { constraint, why, sql: statement } of refused) {
  test(`refused: ${why} (${constraint})`, async () => {
    await assert.rejects(tryStatement(statement), (error) => {
      assert.equal((error as { constraint?: string }).constraint, constraint, String(error));
      return true;
    });
  });
}

test('the application may update planner statistics for rows that it has not committed yet', async () => {
  await tryStatement(`
    insert into rooms (organization_id, house_id, id, number, area) select 1, 11, 1000 + n, 'x' || n, 50 from generate_series(1, 97) as n;
    set local role core_app;
    select app.analyze_registry();
    do $$ begin
      assert (select reltuples from pg_class where oid = 'rooms'::regclass) = 100, 'not counted';
    end $$;
  `);
});

test('the application role owns nothing and cannot change catalogues', async () => {
  const { rows: owned } = await sql`
    select relname from pg_class where relowner = (select oid from pg_roles where rolname = 'core_app')
  `.execute(db);
  assert.deepEqual(owned, []);
  for (const statement of [
    `update utility_service_coefficients set value = 2`,
    `delete from meter_types`,
    `drop table houses`,
    `truncate meter_readings`,
    `create table mine (id int)`,
  ]) {
    await assert.rejects(
      tryStatement(`set local role core_app; ${statement}`),
      /permission denied|must be owner/,
      statement,
    );
  }
});
