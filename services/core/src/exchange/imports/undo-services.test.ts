// Undoing an import of services: what it has begun is deleted, what it has ended or changed is restored.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getImport,
  type Import,
  importServices,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { importFile } from '../../testing/import-files.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const NOTHING_BOOKED = { appliedMonths: [], chargedMonths: [], hasCharges: false };

let core: TestApp;
let owner = 0;
let organizationId = 0;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  house = await makeMeteredHouse(core.db, organizationId, 3);
  core.books.answer = NOTHING_BOOKED;
});
after(async () => core.close());

/** Waits for the end of the undo. */
async function undo(importId: number, query: Sent['query'] = {}): Promise<Import> {
  const { status, body, text, headers } = await core.ask(owner, undoImport, {
    params: { importId },
    query,
  });
  assert.ok(status === 200 || status === 202, text);
  assert.equal(headers.get('location'), addressOf(getImport, { params: { importId: body.id } }));
  let told = body;
  await until(`import ${body.id} has ended`, async () => {
    told = await read(body.id);
    return told.finishedAt !== null;
  });
  return told;
}

async function read(importId: number): Promise<Import> {
  return (await core.ask(owner, getImport, { params: { importId } })).body;
}

const reasonsOf = ({ errors }: Import) =>
  errors.map(({ line, code, messageRu }) => `${line} ${code}: ${messageRu}`);

const SERVICES =
  'Адрес дома;Услуга;Способ начисления;Действует с;Действует по;Тариф, руб.;Норматив;Документ;Тариф сверх объёма, руб.';

async function putServices(...lines: readonly string[]): Promise<Import> {
  const told = await importFile(core, owner, importServices, [SERVICES, ...lines].join('\r\n'));
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  return told;
}

async function stored(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', code, services.valid_from, dated.kind, dated.value::float8, nullif(dated.steps, '[]')::text, dated.valid_from, dated.valid_to, dated.basis) as text
    from house_services as services
    join utility_services on utility_services.id = services.utility_service_id
    left join (
      select 'tariff' as kind, value, steps, valid_from, valid_to, basis, house_service_id from service_tariffs
      union all select 'norm', value, steps, valid_from, valid_to, basis, house_service_id from service_norms
    ) as dated on dated.house_service_id = services.id
    where services.organization_id = ${organizationId} order by code, dated.kind, dated.valid_from
  `.execute(core.db);
  return rows.map(({ text }) => text);
}

test('undoing a file removes what it began, and restores what it ended or changed', async () => {
  await putServices(
    'все;Холодное водоснабжение;;01.01.2026;;50;4,5;Приказ № 7;свыше 100: 60',
    'все;Горячее водоснабжение;по приборам учёта;01.01.2026;;200;3;Приказ № 7;свыше 50: 220',
    'все;upkeep;;01.01.2026;;30;;Приказ № 7',
  );
  const former = await stored();
  assert.match(former.join(), /"60(?:\.0+)?".*"220(?:\.0+)?"|"220(?:\.0+)?".*"60(?:\.0+)?"/);
  const imported = await putServices(
    'все;Холодное водоснабжение;;01.07.2026;;55;4,5;Приказ № 8;свыше 100: 66',
    'все;Горячее водоснабжение;по приборам учёта;01.01.2026;;200;3;Приказ № 7;свыше 50: 230',
    'все;upkeep;;01.01.2026;;31;;Приказ № 9',
    'все;Отопление;;01.07.2026;;2500;0,02;Приказ № 8',
  );
  const dry = await undo(imported.id, { dryRun: true });
  assert.deepEqual([dry.totalRows, dry.changed, reasonsOf(dry)], [4, 4, []]);
  const undone = await undo(imported.id);
  assert.deepEqual([undone.status, undone.changed], ['COMPLETED', 4], JSON.stringify(undone));
  assert.deepEqual(await stored(), former);
});

test('a tariff changed or followed since, a meter on a new service, and a booked month block the undo', async () => {
  const imported = await putServices(
    'все;upkeep;;01.07.2026;;30;;Приказ № 7',
    'все;Горячее водоснабжение;по приборам учёта;01.07.2026;;200;;Приказ № 7',
    'все;Отопление;;01.07.2026;;2500;0,02;Приказ № 7',
  );
  const { rows } = await sql<{ id: number; code: string }>`
    select house_services.id, code from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId}
  `.execute(core.db);
  const idOf = (code: string): number => Number(rows.find((row) => row.code === code)?.id);
  const tariff = await core.ask(owner, createTariff, {
    params: { houseServiceId: idOf('upkeep') },
    query: { closePrevious: true },
    body: { value: '33', validFrom: '2026-08-01', basis: 'Приказ № 9' },
  });
  assert.equal(tariff.status, 201, tariff.text);
  const { rows: types } = await sql<{ id: number }>`
    select id from meter_types where code = 'hot-water'
  `.execute(core.db);
  const meter = await core.ask(owner, createMeter, {
    body: {
      houseServiceId: idOf('hot-water'),
      ownerType: 'account',
      personalAccountId: house.accountIds[0] ?? 0,
      meterTypeId: Number(types[0]?.id),
      serialNumber: 'H1',
      digits: 5,
      installedOn: '2026-07-01',
      initialReading: '0',
    },
  });
  assert.equal(meter.status, 201, meter.text);
  const standing = await stored();
  const refused = await undo(imported.id);
  const address = 'г. Тула, пр. Ленина, д. 2';
  assert.deepEqual(reasonsOf(refused), [
    `2 changed-since: с тех пор изменено: ${address}`,
    `2 service-in-use: у услуги появились приборы, тарифы, исключения счетов или акты не из этого файла: ${address}`,
    `3 service-in-use: у услуги появились приборы, тарифы, исключения счетов или акты не из этого файла: ${address}`,
  ]);
  assert.deepEqual(await stored(), standing);
  core.books.answer = { ...NOTHING_BOOKED, appliedMonths: ['2026-08'] };
  assert.deepEqual(
    reasonsOf(await undo(imported.id, { dryRun: true })).filter((told) =>
      told.includes('month-booked'),
    ),
    [2, 3, 4].map((line) => `${line} month-booked: входит в проведённый месяц: 08.2026`),
  );
});

test('a value that only ends because the file has a later one counts from there', async () => {
  const present = 'все;upkeep;;01.01.2020;;10;;Приказ № 1';
  await putServices(present);
  const former = await stored();
  core.books.questions.length = 0;
  core.books.answer = { ...NOTHING_BOOKED, appliedMonths: ['2026-08'] };
  const imported = await putServices(present, 'все;upkeep;;01.01.2027;;12;;Приказ № 2');
  assert.deepEqual(
    core.books.questions.map(({ from, to }) => [from, to]),
    [['2027-01', undefined]],
  );
  const undone = await undo(imported.id);
  assert.deepEqual([undone.status, reasonsOf(undone)], ['COMPLETED', []]);
  assert.deepEqual(await stored(), former);
});
