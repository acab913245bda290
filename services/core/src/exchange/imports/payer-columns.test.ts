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
