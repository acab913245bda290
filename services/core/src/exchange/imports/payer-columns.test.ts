// The columns that identify an account's payer, in a file of houses.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { importHouses } from '@kvartplata/contracts/core/imports.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const ELSEWHERE = 'г. Тула, ул. Металлистов, д. 3, кв. 8';

let core: TestApp;
let organizationId: number;
before(async () => {
  core = await createTestApp(undefined, undefined, { queue: 'working' });
  organizationId = await core.organizationOf(OWNER);
});
after(async () => core.close());

test('fields of GIS ZhKH and the payer come with the file, and blank cells leave them unchanged', async () => {
  const header = [
    'address',
    'roomNumber',
    'area',
    'accountNumber',
    'payer',
    'registeredPersons',
    'openedOn',
  ];
  const known = [
    'gisAccountNumber',
    'gisServiceId',
    'payerInn',
    'payerAddress',
    'email',
    'wantsPaper',
  ];
  const row = ['ул. Почтовая, 1', '1', '45.1', 'GIS-1', 'ООО Ромашка', '0', '01.02.2020'];
  const given = ['60АВ395021', '60АВ395021-01', '7707083893', ELSEWHERE, 'shop@example.org', 'нет'];
  const stored = async (): Promise<unknown> =>
    core.db
      .selectFrom('personalAccounts')
      .select([
        'gisAccountNumber',
        'gisServiceId',
        'payerInn',
        'payerAddress',
        'email',
        'wantsPaper',
        'version',
      ])
      .where('accountNumber', '=', 'GIS-1')
      .where('organizationId', '=', organizationId)
      .executeTakeFirst();
  const wrong = ['60ав395021', '60АВ395021', '7707083894', 'ж'.repeat(301), 'nobody', 'иногда'];
  const refusal = await importFile(
    core,
    OWNER,
    importHouses,
    csv([
      [...header, ...known],
      [...row, ...wrong],
    ]),
  );
  assert.deepEqual(
    refusal.errors.map(({ column }) => column),
    known,
  );
  await importFile(
    core,
    OWNER,
    importHouses,
    csv([
      [...header, ...known],
      [...row, ...given],
    ]),
  );
  const expected = {
    gisAccountNumber: '60АВ395021',
    gisServiceId: '60АВ395021-01',
    payerInn: '7707083893',
    payerAddress: ELSEWHERE,
    email: 'shop@example.org',
    wantsPaper: false,
    version: 1,
  };
  assert.deepEqual(await stored(), expected);
  const blank = await importFile(core, OWNER, importHouses, csv([header, row]));
  assert.equal(blank.unchanged, 1);
  assert.deepEqual(await stored(), expected);
  const paper = csv([
    [...header, 'wantsPaper'],
    [...row, 'да'],
  ]);
  assert.equal((await importFile(core, OWNER, importHouses, paper)).changed, 1);
  assert.deepEqual(await stored(), { ...expected, wantsPaper: true, version: 2 });
});

test('an identifier that another account has, or another row, is refused', async () => {
  const header = [
    'address',
    'roomNumber',
    'area',
    'accountNumber',
    'payer',
    'registeredPersons',
    'openedOn',
    'gisServiceId',
  ];
  const rowOf = (house: string, account: string, serviceId: string) => [
    `ул. Новая, ${house}`,
    account,
    '45.1',
    account,
    'Иванов',
    '0',
    '01.02.2020',
    serviceId,
  ];
  const put = async (...rows: readonly (readonly string[])[]) =>
    importFile(core, OWNER, importHouses, csv([header, ...rows]));
  const [one, two] = ['60АВ395088-01', '60АВ395088-02'];
  assert.equal((await put(rowOf('1', 'N-1', one), rowOf('1', 'N-2', two))).status, 'COMPLETED');
  const refused = await put(rowOf('2', 'N-3', one), rowOf('2', 'N-4', '60АВ395088-03'));
  assert.deepEqual(
    refused.errors.map(({ line, column, code }) => [line, column, code]),
    [[2, 'gisServiceId', 'gis-number-taken']],
  );
  const repeated = await put(
    rowOf('2', 'N-3', '60АВ395088-04'),
    rowOf('2', 'N-4', '60АВ395088-04'),
  );
  assert.deepEqual(
    repeated.errors.map(({ line, column, code }) => [line, column, code]),
    [[3, 'gisServiceId', 'repeated']],
  );
  const swapped = await put(rowOf('1', 'N-1', two), rowOf('1', 'N-2', one));
  assert.deepEqual([swapped.status, swapped.changed], ['COMPLETED', 2]);
});
