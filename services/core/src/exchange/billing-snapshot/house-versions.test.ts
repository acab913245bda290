// A house's version changes with everything that its charges follow from, whoever writes it, and with nothing else.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  getHouseBillingSnapshot,
  listHouseVersions,
  type SnapshotHouse,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { sql } from 'kysely';
import type { Tables } from '../../tables.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const MONTH = '2026-03';
const BEFORE = '2026-02';
const AFTER = '2026-04';

let core: TestApp;
let houseId: number;
let other: number;
const organizationIds = new Map<number, number>();

before(async () => {
  core = await createTestApp();
  const seeded = async (): Promise<number> => {
    const organizationId = await core.organizationOf(1);
    const response = await core.ask(1, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
    organizationIds.set(response.body.houseId, organizationId);
    return response.body.houseId;
  };
  houseId = await seeded();
  other = await seeded();
  named.set('$house', String(houseId));
  await nameId('$organization', `select organization_id as id from houses where id = $house`);
  await nameId('$account', `select min(id) as id from personal_accounts where house_id = $house`);
  await nameId('$service', `select min(id) as id from house_services where house_id = $house`);
  await nameId('$room', `select min(id) as id from rooms where house_id = $house`);
  await nameId('$meter', `select min(id) as id from meters where house_id = $house`);
});
after(async () => core.close());

async function versionOf(period: string, house = houseId): Promise<number> {
  const query = { organizationId: organizationIds.get(house), houseIds: house, period };
  const response = await core.askAsService(listHouseVersions, { query });
  assert.equal(response.status, 200, response.text);
  const [version] = response.body.versions;
  assert.equal(version?.houseId, house);
  return version.version;
}

/** Placeholders in statements and their ids, because a distributed engine rejects a query in place of a value. */
const named = new Map<string, string>();

async function nameId(sign: string, query: string): Promise<void> {
  const { rows } = await sql.raw<{ id: number }>(spelledOut(query)).execute(core.db);
  named.set(sign, String(rows[0]?.id));
}

function spelledOut(statement: string): string {
  return statement.replaceAll(/\$[a-z]+/g, (sign) => named.get(sign) ?? sign);
}

async function run(statement: string): Promise<void> {
  await sql.raw(spelledOut(statement)).execute(core.db);
}

const moving: readonly (readonly [why: string, statement: string])[] = [
  ['the house', `update houses set heating_months = '{1,2}' where id = $house`],
  [
    'how common needs are found',
    `update houses set common_needs_method = 'actual' where id = $house`,
  ],
  [
    'a new room',
    `insert into rooms (organization_id, house_id, number, area) values ($organization, $house, '99', 10)`,
  ],
  ['a larger room', `update rooms set area = 11 where house_id = $house and number = '99'`],
  ['a room that is gone', `delete from rooms where house_id = $house and number = '99'`],
  ['an account', `update personal_accounts set owners = owners + 1 where id = $account`],
  [
    'persons',
    `insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
     values ($organization, $house, $account, '2026-01-09', 4)`,
  ],
  ['a service', `update house_services set coefficient_applies = true where id = $service`],
  ['a tariff', `update service_tariffs set value = value + 1 where house_service_id = $service`],
  ['a norm', `update service_norms set value = value + 1 where house_service_id = $service`],
  ['norms that are gone', `delete from service_norms where house_service_id = $service`],
  [
    'an absence',
    `insert into absences (organization_id, house_id, personal_account_id, begins_on, ends_on, person_count, basis)
     values ($organization, $house, $account, '2026-03-02', '2026-03-09', 1, 'Билеты')`,
  ],
  [
    'an absence that is longer',
    `update absences set ends_on = '2026-03-10' where house_id = $house`,
  ],
  [
    'what differs for an account',
    `insert into account_services (organization_id, house_id, personal_account_id, house_service_id, charged, reason, valid_from)
     values ($organization, $house, $account, $service, false, 'direct-contract', '2026-03-02')`,
  ],
  [
    'what differs on other days',
    `update account_services set valid_to = '2026-03-09' where house_id = $house`,
  ],
  [
    'an act on a service',
    `insert into service_acts (organization_id, house_id, id, house_service_id, kind, begins_at, ends_at, basis)
     values ($organization, $house, 900, $service, 'interruption', '2026-03-02T08:00Z', '2026-03-02T18:00Z', 'Акт')`,
  ],
  [
    'an act that ends later',
    `update service_acts set ends_at = '2026-03-02T19:00Z' where house_id = $house`,
  ],
  [
    'a room of an act',
    `insert into service_act_rooms (organization_id, house_id, service_act_id, room_id)
     values ($organization, $house, 900, $room)`,
  ],
  ['a room that is of the act no more', `delete from service_act_rooms where house_id = $house`],
  [
    'a benefit',
    `insert into benefits (organization_id, house_id, id, personal_account_id, category, share, person_count, limited_by, basis, valid_from)
     values ($organization, $house, 900, $account, 'disabled', 0.5, 1, 'norm', 'Справка', '2026-03-02')`,
  ],
  [
    'the service of a benefit',
    `insert into benefit_services (organization_id, house_id, benefit_id, house_service_id)
     values ($organization, $house, 900, $service)`,
  ],
  ['the document of a benefit', `update benefits set basis = 'Приказ' where house_id = $house`],
  [
    'a service that a benefit is on no more',
    `delete from benefit_services where house_id = $house`,
  ],
  ['a meter', `update meters set digits = 8 where id = $meter`],
  [
    'a meter that is broken',
    `insert into meter_acts (organization_id, house_id, meter_id, kind, acted_on, basis) values ($organization, $house, $meter, 'failed', '2026-03-02', 'А')`,
  ],
  [
    'a meter that is repaired',
    `update meter_acts set ends_on = '2026-03-09' where house_id = $house`,
  ],
  ['an act that is gone', `delete from meter_acts where house_id = $house`],
  [
    'a reading of the month',
    `update meter_readings set value = value + 1 where house_id = $house and period = '${MONTH}-01'`,
  ],
  [
    'a reading of an earlier month, which this one may count from',
    `update meter_readings set value = value + 1 where house_id = $house and period = '${BEFORE}-01'`,
  ],
  [
    'readings that are gone',
    `delete from meter_readings where house_id = $house and period = '${MONTH}-01'`,
  ],
];

const standing: readonly (readonly [why: string, statement: string])[] = [
  ['the address', `update houses set address = 'г. Тула', updated_at = now() where id = $house`],
  ['the name of a payer', `update personal_accounts set payer = 'Я', version = version + 1`],
  [
    'the document of what differs',
    `update account_services set basis = 'Акт' where house_id = $house`,
  ],
  ['the document of an act', `update service_acts set basis = 'Акт № 2' where house_id = $house`],
  ['the document of an absence', `update absences set basis = 'Справка' where house_id = $house`],
  ['who sent a reading', `update meter_readings set source = 'device'`],
  [
    'a fact of a service that the house has not',
    `update utility_services set follows_absence = false where code = 'gas'`,
  ],
  [
    'what may be entered of a service',
    `update utility_services set coefficient_allowed = false, methods = '{meter}' where code = 'cold-water'`,
  ],
  [
    'what a service is called within a sentence',
    `update utility_services set everyday_name_ru = 'вода', everyday_name_en = 'water' where code = 'cold-water'`,
  ],
  ['a change to what was', `update rooms set area = area where house_id = $house`],
  ['a change of nothing', `delete from rooms where house_id = $house and number = 'none'`],
  [
    'a reading of a later month',
    `update meter_readings set value = value + 1 where house_id = $house and period = '${AFTER}-01'`,
  ],
];

describe('the version of a house’s month increases', () => {
  for (const [why, statement] of moving) {
    test(`with ${why}`, async () => {
      const [old, elsewhere] = [await versionOf(MONTH), await versionOf(MONTH, other)];
      await run(statement);
      assert.ok((await versionOf(MONTH)) > old);
      assert.equal(await versionOf(MONTH, other), elsewhere, 'and that of no other house');
    });
  }

  test('for the months from that of a reading on', async () => {
    const old = [await versionOf(BEFORE), await versionOf(AFTER)];
    await run(`insert into meter_readings (organization_id, house_id, period, meter_id, value, taken_on, source)
      values ($organization, $house, '${MONTH}-01', $meter, 1, '2026-03-25', 'operator')`);
    const now = [await versionOf(BEFORE), await versionOf(AFTER)];
    assert.deepEqual([now[0] === old[0], (now[1] ?? 0) > (old[1] ?? 0)], [true, true]);
  });
});

describe('the version of a month stays the same when a value is for later months, whose versions increase', () => {
  const later: readonly (readonly [why: string, statement: string])[] = [
    [
      'the end of a tariff',
      `update service_tariffs set valid_to = '${MONTH}-31' where house_service_id = $service and valid_to is null`,
    ],
    [
      'the tariff after it',
      `insert into service_tariffs (organization_id, house_id, id, house_service_id, value, basis, valid_from)
       values ($organization, $house, 901, $service, 77, 'Приказ', '${AFTER}-01')`,
    ],
    ['its value', `update service_tariffs set value = 78 where house_id = $house and id = 901`],
    ['its end', `delete from service_tariffs where house_id = $house and id = 901`],
    [
      'persons',
      `insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
       values ($organization, $house, $account, '${AFTER}-15', 5)`,
    ],
    [
      'the last day of an account',
      `update personal_accounts set closed_on = '${MONTH}-31' where id = $account`,
    ],
    [
      'the account after it',
      `insert into account_numbers (organization_id, house_id, account_number) values ($organization, $house, 'LS902');
       insert into personal_accounts (organization_id, house_id, id, room_id, account_number, payer, opened_on)
       values ($organization, $house, 902, $room, 'LS902', 'Я', '${AFTER}-01')`,
    ],
    [
      'a meter',
      `insert into meters (organization_id, house_id, id, house_service_id, owner_type, room_id, meter_type_id,
         serial_number, digits, installed_on)
       values ($organization, $house, 903, $service, 'room', $room, 1, '903', 5, '${AFTER}-02')`,
    ],
    [
      'an absence',
      `insert into absences (organization_id, house_id, personal_account_id, begins_on, ends_on, person_count, basis)
       values ($organization, $house, $account, '${AFTER}-02', '${AFTER}-20', 1, 'Билеты')`,
    ],
  ];
  for (const [why, statement] of later) {
    test(why, async () => {
      const old = [await versionOf(MONTH), await versionOf(AFTER)];
      await run(statement);
      assert.equal(await versionOf(MONTH), old[0]);
      assert.ok((await versionOf(AFTER)) > (old[1] ?? 0));
    });
  }
});

describe('the version of every house that has a service increases', () => {
  const facts: readonly (readonly [why: string, statement: string])[] = [
    ['whether its meters count past their verification', `counts_unverified = true`],
    ['whether it follows absences', `follows_absence = false`],
    ['where it drains into', `drains_into = null`],
    ['its kind', `kind = 'other'`],
    ['its precision', `precision = 2`],
  ];
  for (const [why, change] of facts) {
    test(`with ${why}`, async () => {
      const old = [await versionOf(MONTH), await versionOf(MONTH, other)];
      await run(`update utility_services set ${change} where code = 'cold-water'`);
      const now = [await versionOf(MONTH), await versionOf(MONTH, other)];
      assert.deepEqual(
        now.map((version, index) => version > (old[index] ?? 0)),
        [true, true],
      );
    });
  }

  const coefficients: readonly (readonly [why: string, statement: string])[] = [
    ['an end of K', `update utility_service_coefficients set valid_to = '2026-12-31'`],
    [
      'a new K',
      `insert into utility_service_coefficients (utility_service_id, valid_from, value, basis)
       select id, '2027-01-01', 2, 'Постановление' from utility_services where code = 'hot-water'`,
    ],
    ['a K that is gone', `delete from utility_service_coefficients where value = 2`],
  ];
  for (const [why, statement] of coefficients) {
    test(`with ${why}`, async () => {
      const old = await versionOf(MONTH);
      await run(statement);
      assert.ok((await versionOf(MONTH)) > old);
    });
  }
});

describe('the version stays the same', () => {
  for (const [why, statement] of standing) {
    test(`when what changes is ${why}`, async () => {
      const old = await versionOf(MONTH);
      await run(statement);
      assert.equal(await versionOf(MONTH), old);
    });
  }
});

test('the snapshot carries its version', async () => {
  const asked = { params: { houseId }, query: { period: MONTH } };
  const { text } = await core.askAsService(getHouseBillingSnapshot, asked);
  const [house = ''] = text.split('\n', 1);
  assert.equal((JSON.parse(house) as SnapshotHouse).version, await versionOf(MONTH));
});

test('a house without changes has version zero, and another organization’s is left out', async () => {
  const organizationId = organizationIds.get(houseId);
  const query = { organizationId, houseIds: [houseId, other, 987_654], period: MONTH };
  await run(`delete from house_versions where house_id = $house`);
  const { versions } = (await core.askAsService(listHouseVersions, { query })).body;
  assert.deepEqual(versions, [{ houseId, version: 0 }]);
});

test('every table of a house’s facts counts its changes', async () => {
  const { rows } = await sql<{ name: string }>`
    select tables.relname as name from pg_class tables
    where tables.relnamespace = 'public'::regnamespace and tables.relkind = 'r'
      and (tables.relname = 'houses' or exists (
        select from pg_attribute where attrelid = tables.oid and attname = 'house_id' and not attisdropped
      ))
      and (
        select count(*) from pg_trigger join pg_proc on pg_proc.oid = pg_trigger.tgfoid
        where tgrelid = tables.oid and proname = 'count_house_changes'
      ) <> 3
    order by 1
  `.execute(core.db);
  // An account has its number itself, and an import's rows count where they are stored.
  assert.deepEqual(
    rows.map(({ name }) => name),
    [
      'account_numbers',
      'house_versions',
      'import_records',
      'imports',
      'move_records',
      'odd_meters',
    ],
  );
});

test('nobody can set a version by hand', async () => {
  const application = openDatabase<Tables>({
    url: core.databaseUrl,
    poolSize: 1,
    applicationName: 'core-test-app',
    role: 'core_app',
  });
  try {
    await assert.rejects(
      sql`update house_versions set version = 1`.execute(application.db),
      /permission denied/,
    );
  } finally {
    await application.db.destroy();
  }
});
