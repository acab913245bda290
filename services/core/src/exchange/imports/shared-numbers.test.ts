// One serial number on several meters: a device that counts day and night, and devices without a number.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { type Import, importMeters, importReadings } from '@kvartplata/contracts/core/imports.ts';
import { sql } from 'kysely';
import { csv, importFile, workbook } from '../../testing/import-files.ts';
import {
  accountOf,
  addService,
  makeMeteredHouse,
  type MeteredHouse,
} from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const METERS = [
  'Лицевой счёт',
  'Услуга',
  'Вид прибора',
  'Заводской номер',
  'Разрядность',
  'Дата установки',
  'Начальное показание',
];
const READINGS = ['Заводской номер', 'Лицевой счёт', 'Услуга', 'Показание', 'Дата снятия'];
const DAY = 'Электроснабжение, дневная зона';
const NIGHT = 'Электроснабжение, ночная зона';

let core: TestApp;
let owner = 0;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  house = await makeMeteredHouse(core.db, await core.organizationOf(owner), 3);
  await addService(core.db, house, 'electricity-day', 'meter');
  await addService(core.db, house, 'electricity-night', 'meter');
});
after(async () => core.close());

function meter(accountNumber: string, service: string, number: string): readonly string[] {
  const type = { [DAY]: 'electricity-day', [NIGHT]: 'electricity-night' }[service] ?? 'cold-water';
  return [accountNumber, service, type, number, '6', '10.01.2026', '0'];
}

function reading(number: string, accountNumber: string, service: string, value: string) {
  return [number, accountNumber, service, value, '20.07.2026'];
}

async function storedReadings(): Promise<unknown> {
  const { rows } = await sql<{ code: string; account: string; value: string }>`
    select utility_services.code, accounts.account_number as account, trim_scale(value)::text as value
    from meter_readings as readings
    join meters on meters.organization_id = readings.organization_id and meters.house_id = readings.house_id
      and meters.id = readings.meter_id
    join house_services on house_services.organization_id = meters.organization_id
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts as accounts on accounts.organization_id = meters.organization_id
      and accounts.house_id = meters.house_id and accounts.id = meters.personal_account_id
    where readings.house_id = ${house.houseId} order by readings.id
  `.execute(core.db);
  return rows.map(({ code, account: number, value }) => [code, number, value]);
}

function codesOf({ errors }: Import): unknown {
  return errors.map(({ line, column, code }) => [line, column, code]);
}

const FORMATS = { CSV: csv, XLSX: workbook } as const;

for (const [format, fileOf] of Object.entries(FORMATS)) {
  const put = async (kind: 'meters' | 'readings', rows: readonly (readonly string[])[]) => {
    const { houseId } = house;
    return kind === 'meters'
      ? importFile(core, owner, importMeters, await fileOf([METERS, ...rows]), { houseId })
      : importFile(core, owner, importReadings, await fileOf([READINGS, ...rows]), {
          houseId,
          period: '2026-07',
        });
  };

  describe(`as ${format}`, () => {
    test('a device that counts day and night is two meters, each identified by its service', async () => {
      const rows = [
        meter(accountOf(house, 1), DAY, 'Э-1'),
        meter(accountOf(house, 1), NIGHT, 'Э-1'),
      ];
      const told = await put('meters', rows);
      assert.deepEqual([told.status, told.changed], ['COMPLETED', 2], JSON.stringify(told.errors));
      assert.equal((await put('meters', rows)).unchanged, 2);
      const twice = await put('meters', [...rows, meter(accountOf(house, 2), NIGHT, 'Э-1')]);
      assert.deepEqual(codesOf(twice), [[4, 'serialNumber', 'repeated']]);
    });

    test('a reading of such a device has to name the service', async () => {
      await put('meters', [
        meter(accountOf(house, 1), DAY, 'Э-1'),
        meter(accountOf(house, 1), NIGHT, 'Э-1'),
      ]);
      const bare = [reading('Э-1', '', '', '120'), reading('Э-1', accountOf(house, 1), '', '45')];
      const refused = await put('readings', bare);
      assert.deepEqual(codesOf(refused), [
        [2, 'service', 'meter-ambiguous'],
        [3, 'service', 'meter-ambiguous'],
      ]);
      assert.match(refused.errors[0]?.message ?? '', /say here which one is meant/);
      assert.match(refused.errors[0]?.messageRu ?? '', /укажите здесь, который из них/);
      assert.equal(refused.errors[0]?.columnTitle, 'Услуга');
      const named = [reading('Э-1', '', DAY, '120'), reading('Э-1', '', 'electricity-night', '45')];
      const told = await put('readings', named);
      assert.deepEqual([told.status, told.changed], ['COMPLETED', 2], JSON.stringify(told.errors));
      assert.deepEqual(await storedReadings(), [
        ['electricity-day', accountOf(house, 1), '120'],
        ['electricity-night', accountOf(house, 1), '45'],
      ]);
      assert.equal((await put('readings', named)).unchanged, 2);
    });

    test('a number that two accounts have for two services is resolved by the account too', async () => {
      await put('meters', [
        meter(accountOf(house, 1), DAY, 'Э-1'),
        meter(accountOf(house, 2), NIGHT, 'Э-1'),
      ]);
      const told = await put('readings', [
        reading('Э-1', accountOf(house, 2), '', '45'),
        reading('Э-1', accountOf(house, 3), '', '45'),
      ]);
      assert.deepEqual(codesOf(told), [[3, 'serialNumber', 'meter-unknown']]);
      await put('readings', [reading('Э-1', accountOf(house, 2), '', '45')]);
      assert.deepEqual(await storedReadings(), [['electricity-night', accountOf(house, 2), '45']]);
    });

    test('devices without a number are identified by their account', async () => {
      const rows = [
        meter(accountOf(house, 1), DAY, 'Б/Н'),
        meter(accountOf(house, 2), DAY, 'без номера'),
        meter(accountOf(house, 2), NIGHT, 'бн'),
      ];
      const told = await put('meters', rows);
      assert.deepEqual([told.status, told.changed], ['COMPLETED', 3], JSON.stringify(told.errors));
      assert.equal((await put('meters', rows)).unchanged, 3);
      const twins = await put('meters', [...rows, meter(accountOf(house, 1), DAY, 'б/н')]);
      assert.deepEqual(codesOf(twins), [[5, 'serialNumber', 'repeated']]);

      const refused = await put('readings', [
        reading('б/н', '', DAY, '7'),
        reading('б/н', accountOf(house, 2), '', '8'),
      ]);
      assert.deepEqual(codesOf(refused), [
        [2, 'accountNumber', 'meter-ambiguous'],
        [3, 'service', 'meter-ambiguous'],
      ]);
      await put('readings', [
        reading('б/н', accountOf(house, 1), '', '7'),
        reading('бн', accountOf(house, 2), DAY, '8'),
      ]);
      assert.deepEqual(await storedReadings(), [
        ['electricity-day', accountOf(house, 1), '7'],
        ['electricity-day', accountOf(house, 2), '8'],
      ]);
    });
  });
}

test('a row that fits two meters of its account needs the day of installation', async () => {
  const put = async (rows: readonly (readonly string[])[]) =>
    importFile(core, owner, importMeters, csv([METERS, ...rows]), { houseId: house.houseId });
  await sql`
    update meters set serial_number = 'б/н', personal_account_id = ${house.accountIds[0]},
      installed_on = installed_on + (id - ${house.meterIds[0]})::integer
    where house_id = ${house.houseId} and id in (${house.meterIds[0]}, ${house.meterIds[1]})
  `.execute(core.db);
  const row = (installedOn: string) => [
    accountOf(house, 1),
    'cold-water',
    'cold-water',
    'б/н',
    '5',
    installedOn,
    '10',
  ];
  assert.deepEqual(codesOf(await put([row('05.01.2025')])), [
    [2, 'installedOn', 'meter-ambiguous'],
  ]);
  assert.equal((await put([row('02.01.2025')])).unchanged, 1);
});
