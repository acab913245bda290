// Importing payees of services: what is stored, what is refused, what is exported, and what is undone.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import {
  downloadServiceRows,
  getImport,
  type Import,
  importServices,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { csv, importFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const HEADER = [
  'Адрес дома',
  'Услуга',
  'Способ начисления',
  'Действует с',
  'Тариф, руб.',
  'Документ',
  'Получатель',
];
const FIRST = 'ул. Мира, д. 1';
const COLD = 'cold-water';
const NOTHING_BOOKED = { appliedMonths: [], chargedMonths: [], hasCharges: false };

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
/** Two houses, and payees of which two have the same name. */
beforeEach(async () => {
  owner += 2;
  organizationId = await core.organizationOf(owner);
  core.books.answer = NOTHING_BOOKED;
  core.books.payees.push(
    { organizationId, payeeId: 1, name: 'ООО «Водоканал»', inn: '7707083893' },
    { organizationId, payeeId: 2, name: 'Фонд капитального ремонта', inn: '7710168360' },
    { organizationId, payeeId: 3, name: 'Фонд капитального ремонта', inn: '7725074789' },
  );
  for (const address of [FIRST, 'ул. Мира, д. 2'])
    await core.ask(owner, createHouse, { body: { organizationId, address } });
});
after(async () => core.close());

/** Rows of `address;service;method;from;tariff;payee`. */
async function put(rows: readonly string[], user = owner): Promise<Import> {
  const cells = rows.map((row) => {
    const [address = '', service = '', method = '', from = '', tariff = '', payee = ''] =
      row.split(';');
    return [address, service, method, from, tariff, 'Приказ № 7', payee];
  });
  return importFile(core, user, importServices, csv([HEADER, ...cells]));
}

async function stored(rows: readonly string[]): Promise<Import> {
  const told = await put(rows);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  return told;
}

async function refusedOf(rows: readonly string[], user = owner): Promise<readonly string[]> {
  const told = await put(rows, user);
  assert.equal(told.status, 'FAILED', JSON.stringify(told));
  return told.errors.map(({ line, column, code }) => `${line} ${column ?? '–'} ${code}`);
}

/** `house service payee` of each service, ordered by house and service. */
async function listPayees(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select right(houses.address, 1) || ' ' || utility_services.code || ' ' || coalesce(house_services.payee_id::text, '–') as text
    from house_services
    join houses on houses.organization_id = house_services.organization_id and houses.id = house_services.house_id
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId}
    order by houses.address, utility_services.code
  `.execute(core.db);
  return rows.map(({ text }) => text);
}

async function undo(importId: number): Promise<readonly string[]> {
  const { body } = await core.ask(owner, undoImport, { params: { importId } });
  let told: Import = body;
  await until(`import ${body.id} has ended`, async () => {
    told = (await core.ask(owner, getImport, { params: { importId: body.id } })).body;
    return told.finishedAt !== null;
  });
  return told.errors.map(({ line, code }) => `${line} ${code}`);
}

/** A water service of both houses: in one of them the payee is the organization. */
async function putWater(): Promise<void> {
  await stored([
    `${FIRST};${COLD};по нормативу;01.01.2026;50;ооо "водоканал"`,
    `ул. Мира, д. 2;${COLD};по нормативу;01.01.2026;50;`,
  ]);
  assert.deepEqual(await listPayees(), ['1 cold-water 1', '2 cold-water –']);
}

test('a payee is set for a new or an existing service; a blank cell keeps it, a word removes it', async () => {
  await putWater();
  const rows = [`все дома;${COLD};;01.01.2026;50;7710168360`];
  const told = await stored(rows);
  assert.deepEqual([told.changed, told.appliedMonths], [1, []]);
  assert.deepEqual(await listPayees(), ['1 cold-water 2', '2 cold-water 2']);
  assert.equal((await stored(rows)).changed, 0);
  assert.equal((await stored([`все дома;${COLD};;01.01.2026;50;`])).changed, 0);
  assert.equal((await stored([`${FIRST};${COLD};;01.01.2026;;Организация`])).changed, 1);
  assert.deepEqual(await listPayees(), ['1 cold-water –', '2 cold-water 2']);
  const { rows: changes } = await sql`
    select before ->> 'payeeId' as before, after ->> 'payeeId' as after from audit_log
    where organization_id = ${organizationId} and action = 'house-service.changed' order by id
  `.execute(core.db);
  assert.deepEqual(changes.slice(-1), [{ before: '2', after: null }]);
  assert.equal(changes.length, 3);
});

test('unknown and ambiguous payees, and two for one service, are refused', async () => {
  assert.deepEqual(
    await refusedOf([
      `${FIRST};${COLD};по нормативу;01.01.2026;50;Водоканал`,
      `${FIRST};upkeep;;01.01.2026;30;фонд капитального ремонта`,
      `${FIRST};Отопление;;01.01.2026;2500;7710168360`,
      `${FIRST};Отопление;;01.07.2026;2600;7725074789`,
    ]),
    ['2 payee payee-unknown', '3 payee payee-ambiguous', '5 payee differs-from-line'],
  );
  assert.deepEqual(await listPayees(), []);
});

test('an accountant may send payees back unchanged, but may not change them', async () => {
  await putWater();
  const accountant = owner + 1;
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: accountant, role: 'accountant' })
    .execute();
  const same = await put([`${FIRST};${COLD};;01.07.2026;55;7707083893`], accountant);
  assert.deepEqual([same.status, same.changed], ['COMPLETED', 1], JSON.stringify(same.errors));
  assert.deepEqual(
    await refusedOf(
      [
        `${FIRST};${COLD};;01.07.2026;55;7710168360`,
        `ул. Мира, д. 2;${COLD};;01.07.2026;55;ООО «Водоканал»`,
        `${FIRST};upkeep;;01.01.2026;30;ООО «Водоканал»`,
        `${FIRST};Отопление;;01.01.2026;2500;организация`,
      ],
      accountant,
    ),
    [2, 3, 4].map((line) => `${line} payee payee-by-owner`),
  );
});

test('the file of services names payees, and unchanged it changes nothing', async () => {
  await putWater();
  await stored([`ул. Мира, д. 2;upkeep;;01.01.2026;30;7725074789`]);
  const query = { organizationId, on: '2026-08-15', format: 'csv' };
  const { bytes } = await core.ask(owner, downloadServiceRows, { query });
  const content = Buffer.from(bytes);
  const [header = '', , ...lines] = content.toString('utf8').trim().split('\r\n');
  const at = header.split(';').indexOf('Получатель');
  assert.deepEqual(
    lines.map((line) => line.split(';')[at]),
    ['ООО «Водоканал»', '', '7725074789'],
  );
  const told = await importFile(core, owner, importServices, content);
  assert.deepEqual([told.status, told.changed], ['COMPLETED', 0], JSON.stringify(told.errors));
  core.books.answer = 'away';
  const answer = await core.askOnce(owner, downloadServiceRows, { query });
  assert.equal(answer.status, 503);
});

test('undoing a file restores the previous payees, even if a month was booked since', async () => {
  await putWater();
  const given = await stored([
    `все дома;${COLD};;01.01.2026;;7710168360`,
    `${FIRST};upkeep;;01.07.2026;30;7710168360`,
  ]);
  assert.deepEqual(await undo(given.id), []);
  assert.deepEqual(await listPayees(), ['1 cold-water 1', '2 cold-water –']);
  const again = await stored([`все дома;${COLD};;01.01.2026;;7710168360`]);
  core.books.answer = { ...NOTHING_BOOKED, appliedMonths: ['2026-07'] };
  assert.deepEqual(await undo(again.id), []);
  assert.deepEqual(await listPayees(), ['1 cold-water 1', '2 cold-water –']);
});

test('a payee deleted or changed since then blocks the undo', async () => {
  await putWater();
  const given = await stored([`${FIRST};${COLD};;01.01.2026;;7710168360`]);
  const gone = core.books.payees.findIndex(
    (known) => known.organizationId === organizationId && known.payeeId === 1,
  );
  core.books.payees.splice(gone, 1);
  assert.deepEqual(await undo(given.id), ['2 payee-gone']);
  await stored([`${FIRST};${COLD};;01.01.2026;;7725074789`]);
  assert.deepEqual(await undo(given.id), ['2 changed-since', '2 payee-gone']);
  assert.deepEqual(await listPayees(), ['1 cold-water 3', '2 cold-water –']);
});
