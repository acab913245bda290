// A file of services whose houses are identified by code, and whose tariffs and norms have steps.
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { type Import, importServices } from '@kvartplata/contracts/core/imports.ts';
import { sql } from 'kysely';
import { csv, importFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const HEADER = [
  'Адрес дома',
  'Код ФИАС дома',
  'Услуга',
  'Способ начисления',
  'Компонент',
  'Действует с',
  'Тариф, руб.',
  'Тариф сверх объёма, руб.',
  'Норматив',
  'Норматив по числу проживающих',
  'Документ',
];
const TWIN = 'ул. Мира, д. 1';
const OTHER = 'ул. Мира, д. 2';
const CODE = '0c5b2444-70a0-4932-980c-b4dc0d3f02b5';
const TWIN_CODE = '11111111-70a0-4932-980c-b4dc0d3f02b5';
const UNKNOWN = '22222222-70a0-4932-980c-b4dc0d3f02b5';
const ELECTRICITY = 'Электроснабжение';

type Row = {
  readonly address?: string;
  readonly code?: string;
  readonly service?: string;
  readonly method?: string;
  readonly component?: string;
  readonly from?: string;
  readonly tariff?: string;
  readonly ranges?: string;
  readonly norm?: string;
  readonly persons?: string;
};

let core: TestApp;
let owner = 0;
let organizationId = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
});
/** Two houses with the same address, distinguished by their codes, and one without a code. */
beforeEach(async () => {
  owner += 1;
  organizationId = await core.organizationOf(owner);
  for (const house of [
    { address: TWIN, fiasId: CODE },
    { address: TWIN, fiasId: TWIN_CODE },
    { address: OTHER },
  ])
    await core.ask(owner, createHouse, { body: { organizationId, ...house } });
});
after(async () => core.close());

async function put(rows: readonly Row[]): Promise<Import> {
  const cells = rows.map((row) => [
    row.address ?? '',
    row.code ?? '',
    row.service ?? ELECTRICITY,
    row.method ?? 'по нормативу',
    row.component ?? '',
    row.from ?? '01.01.2026',
    row.tariff ?? '',
    row.ranges === undefined ? '' : `"${row.ranges}"`,
    row.norm ?? '',
    row.persons === undefined ? '' : `"${row.persons}"`,
    'Приказ № 7',
  ]);
  return importFile(core, owner, importServices, csv([HEADER, ...cells]));
}

async function stored(rows: readonly Row[]): Promise<number> {
  const told = await put(rows);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  return told.changed;
}

async function refusedOf(rows: readonly Row[]): Promise<unknown[]> {
  const told = await put(rows);
  assert.equal(told.status, 'FAILED', JSON.stringify(told));
  return told.errors.map(({ line, column, code }) => [line, column, code]);
}

/** `code: value steps from–to` of each tariff and norm, by house, kind and day. */
async function listStored(): Promise<readonly string[]> {
  const { rows } = await sql<{ text: string }>`
    select concat_ws(' ', left(coalesce(houses.fias_id::text, 'none'), 4) || ':', kind, value::float8, nullif(steps, '[]')::text,
      dated.valid_from || '–' || coalesce(dated.valid_to::text, '')) as text
    from (
      select 'tariff' as kind, organization_id, house_id, value, steps, valid_from, valid_to from service_tariffs
      union all
      select 'norm', organization_id, house_id, value, steps, valid_from, valid_to from service_norms
    ) as dated
    join houses on houses.organization_id = dated.organization_id and houses.id = dated.house_id
    where dated.organization_id = ${organizationId}
    order by houses.fias_id, kind, valid_from
  `.execute(core.db);
  return rows.map(({ text }) => text);
}

test('a house is found by its code, or by its address without one, and twins are told apart', async () => {
  const rows = [
    { code: CODE, tariff: '1' },
    { code: TWIN_CODE.toUpperCase(), address: 'Мира 1, написано иначе', tariff: '2' },
    { code: UNKNOWN, address: OTHER, tariff: '3' },
  ];
  assert.equal(await stored(rows), 3);
  const expected = [
    '0c5b: tariff 1 2026-01-01–',
    '1111: tariff 2 2026-01-01–',
    'none: tariff 3 2026-01-01–',
  ];
  assert.deepEqual(await listStored(), expected);
  assert.equal(await stored(rows), 0);
});

test('a code that is unknown, of another house, or combined with all houses is refused', async () => {
  assert.deepEqual(
    await refusedOf([
      { code: UNKNOWN, tariff: '1' },
      { code: UNKNOWN, address: TWIN, tariff: '1' },
      { code: CODE, address: OTHER, tariff: '1' },
      { code: CODE, address: 'все дома', from: '02.01.2026', tariff: '1' },
      { address: TWIN, from: '03.01.2026', tariff: '1' },
      { tariff: '1' },
      { code: 'дом 1', tariff: '1' },
    ]),
    [
      [2, 'fiasId', 'house-unknown'],
      [3, 'fiasId', 'house-unknown'],
      [4, 'address', 'address-of-other-house'],
      [5, 'fiasId', 'one-or-all'],
      [6, 'address', 'house-ambiguous'],
      [7, 'address', 'required'],
      [8, 'fiasId', 'uuid'],
    ],
  );
});

test('ranges of a tariff and norms by persons are stored, and the same file changes nothing', async () => {
  const row = {
    code: CODE,
    tariff: '5',
    ranges: 'свыше 3900: 7; свыше 6000: 9,5',
    norm: '129',
    persons: 'от 2: 80',
  };
  assert.equal(await stored([row]), 1);
  const norm = '0c5b: norm 129 [{"value": "80.000000", "persons": 2}] 2026-01-01–';
  const ranges =
    '[{"above": "3900.000", "value": "7.0000"}, {"above": "6000.000", "value": "9.5000"}]';
  assert.deepEqual(await listStored(), [norm, `0c5b: tariff 5 ${ranges} 2026-01-01–`]);
  assert.equal(await stored([row]), 0);
  // A blank cell changes nothing that is stored; a new tariff has only what its own row has.
  assert.equal(await stored([{ code: CODE, tariff: '6' }]), 1);
  assert.equal(await stored([{ code: CODE, from: '01.07.2026', tariff: '6' }]), 1);
  assert.deepEqual(await listStored(), [
    norm,
    `0c5b: tariff 6 ${ranges} 2026-01-01–2026-06-30`,
    '0c5b: tariff 6 2026-07-01–',
  ]);
  assert.equal(await stored([{ code: CODE, norm: '129', persons: 'нет' }]), 1);
  assert.equal((await listStored())[0], '0c5b: norm 129 2026-01-01–');
  const { rows } = await sql<{ before: unknown; after: unknown }>`
    select before -> 'byPersons' as before, after -> 'byPersons' as after from audit_log
    where organization_id = ${organizationId} and action = 'norm.changed'
  `.execute(core.db);
  assert.deepEqual(rows, [{ before: [{ persons: 2, value: '80.000000' }], after: null }]);
});

test('steps that are unreadable or not allowed are refused by their column', async () => {
  assert.deepEqual(
    await refusedOf([
      { code: CODE, service: 'upkeep', method: '', tariff: '1', ranges: 'свыше 1: 2' },
      { code: CODE, service: 'electricity-day', method: '', tariff: '1', ranges: 'свыше 1: 2' },
      {
        code: CODE,
        service: 'hot-water-two-component',
        component: 'тепло',
        norm: '1',
        persons: 'от 1: 2',
      },
      { code: CODE, ranges: 'свыше 1: 2' },
      { code: CODE, tariff: '1', persons: 'от 1: 2' },
      { code: CODE, tariff: '1', ranges: '7 за всё' },
      { code: CODE, norm: '1', persons: 'от 3: 2; от 2: 1' },
    ]),
    [
      [2, 'ranges', 'not-for-service'],
      [3, 'method', 'required'],
      [3, 'ranges', 'not-for-service'],
      [4, 'byPersons', 'not-for-service'],
      [5, 'tariff', 'required'],
      [6, 'norm', 'required'],
      [7, 'ranges', 'ranges'],
      [8, 'byPersons', 'steps-in-order'],
    ],
  );
});
