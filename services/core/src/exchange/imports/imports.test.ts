// Imports as a whole: permissions, limits of the upload, repeated keys, files of refused rows, and their end.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import * as api from '@kvartplata/contracts/core/imports.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { sql } from 'kysely';
import { csv, importFile, sendFile } from '../../testing/import-files.ts';
import { makeMeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { FORMS } from './import-forms.ts';
import { sweep } from './run-import.job.ts';

const OWNER = 1;
const STRANGER = 2;
const ACCOUNTANT = 3;
const VIEWER = 4;
const HEADER = [
  'Адрес дома',
  'Номер помещения',
  'Площадь помещения, кв. м',
  'Лицевой счёт',
  'Плательщик',
  'Зарегистрировано человек',
  'Дата открытия счёта',
];

let core: TestApp;
let idle: TestApp;
let organizationId: number;
let houseId: number;
let nextAccount = 0;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'working' });
  idle = await createTestApp('2026-08-15T09:00:00Z', undefined, { queue: 'idle' });
  organizationId = await core.organizationOf(OWNER);
  await core.organizationOf(STRANGER);
  await idle.organizationOf(OWNER);
  ({ houseId } = await makeMeteredHouse(core.db, organizationId, 2));
  await core.db
    .insertInto('organizationMembers')
    .values([
      { organizationId: organizationId, userId: ACCOUNTANT, role: 'accountant' },
      { organizationId: organizationId, userId: VIEWER, role: 'viewer' },
    ])
    .execute();
});
after(async () => {
  await core.close();
  await idle.close();
});

/** A file of an account with a new number. */
function freshFile(payer = 'Иванов', area = '45'): string {
  nextAccount += 1;
  const address = `ул. Новая, ${nextAccount}`;
  return csv([HEADER, [address, '1', area, `N${nextAccount}`, payer, '1', '01.02.2020']]);
}

const places = [
  { importing: api.importHouses, queryOf: () => ({ organizationId }) },
  { importing: api.importMeters, queryOf: () => ({ houseId }) },
  { importing: api.importReadings, queryOf: () => ({ houseId, period: '2026-01' }) },
];
for (const { importing, queryOf } of places) {
  test(`${importing.id} is for accountants, and a 404 for outsiders`, async () => {
    const file = { content: 'x', query: queryOf() };
    const statusOf = async (user: number) => (await sendFile(core, user, importing, file)).status;
    assert.deepEqual(
      [await statusOf(STRANGER), await statusOf(VIEWER), await statusOf(ACCOUNTANT)],
      [404, 403, 400],
    );
    const { problem } = await sendFile(core, ACCOUNTANT, importing, file);
    assert.equal(problem.code, 'wrong-columns');
  });
}

test('an accountant may import what only an owner may change singly', async () => {
  const told = await importFile(core, ACCOUNTANT, api.importHouses, freshFile());
  assert.deepEqual([told.status, told.organizationId], ['COMPLETED', organizationId]);
});

test('a user whose role is too small in their only organization gets a 403', async () => {
  const { status, problem } = await sendFile(core, VIEWER, api.importHouses, {
    content: freshFile(),
  });
  assert.deepEqual([status, problem.code], [403, 'forbidden']);
});

test('a user of several organizations has to name one', async () => {
  const user = 50;
  const none = await sendFile(core, user, api.importHouses, { content: freshFile() });
  assert.deepEqual([none.status, none.problem.code], [400, 'organization-required']);
  const ids = [await core.organizationOf(user), await core.organizationOf(user)];
  const several = await sendFile(core, user, api.importHouses, { content: freshFile() });
  assert.deepEqual([several.status, several.problem.code], [400, 'organization-required']);
  const named = await importFile(core, user, api.importHouses, freshFile(), {
    organizationId: ids[1],
  });
  assert.equal(named.organizationId, ids[1]);
  const admin = await sendFile(core, 'admin', api.importHouses, { content: freshFile() });
  assert.deepEqual([admin.status, admin.problem.code], [400, 'organization-required']);
  const own = await core.ask('admin', createOrganization, { body: { name: 'Своя' } });
  const meant = await importFile(core, 'admin', api.importHouses, freshFile());
  assert.equal(meant.organizationId, own.body.id);
});

const badQueries = [
  { importing: api.importHouses, query: { organizationId: 'x' } },
  { importing: api.importHouses, query: { dryRun: 'yes' } },
  { importing: api.importHouses, query: { houseId: 1 } },
  { importing: api.importReadings, query: {} },
  { importing: api.importReadings, query: { houseId: 1, period: '2026-13' } },
  { importing: api.importMeters, query: { houseId: 1, period: '2026-01' } },
];
for (const { importing, query } of badQueries) {
  test(`${importing.id} with ${JSON.stringify(query)} is refused before the file is looked at`, async () => {
    const sent = await sendFile(core, OWNER, importing, { content: freshFile(), query });
    assert.equal(sent.status, 400);
  });
}

test('a body that is not a form is a 415, and a form without a file a 400', async () => {
  const query = { organizationId };
  const json = await core.ask(OWNER, api.importHouses, { query, body: { file: 'x' } });
  assert.deepEqual([json.status, json.problem.code], [415, 'unsupported-media-type']);
  assert.equal((await core.ask(OWNER, api.importHouses, { query })).status, 415);
  const headers = { 'content-type': 'multipart/form-data; boundary=b' };
  const empty = await core.ask(OWNER, api.importHouses, { query, body: '--b--\r\n', headers });
  assert.equal(empty.status, 400);
});

test('a file of more than 50 MiB is a 413', async () => {
  const sent = await sendFile(core, OWNER, api.importHouses, {
    content: Buffer.alloc(52_428_801, 'x'),
  });
  assert.deepEqual([sent.status, sent.problem.code], [413, 'body-too-large']);
});

test('a small import is answered when done, and found at its Location', async () => {
  const sent = await sendFile(core, OWNER, api.importHouses, {
    content: freshFile(),
    name: 'Дома за август.csv',
  });
  assert.deepEqual([sent.status, sent.body.status], [200, 'COMPLETED']);
  const params = { importId: sent.body.id };
  assert.equal(sent.headers.get('location'), addressOf(api.getImport, { params }));
  assert.equal(sent.body.fileName, 'Дома за август.csv');
  const read = await core.ask(VIEWER, api.getImport, { params });
  assert.deepEqual(read.body, sent.body);
  assert.equal((await core.ask(STRANGER, api.getImport, { params })).status, 404);
});

test('files beyond an organization’s queue limit are refused until one is done', async () => {
  const user = 60;
  const mine = await idle.organizationOf(user);
  const sent = await sendFile(idle, user, api.importHouses, { content: freshFile() });
  await sql`
    insert into imports (organization_id, kind, dry_run, file_name, file_hash, columns, requested_by, request_id)
    select organization_id, kind, dry_run, file_name, file_hash, columns, requested_by, request_id
    from imports, generate_series(2, 20) where id = ${sent.body.id}
  `.execute(idle.db);
  const refused = await sendFile(idle, user, api.importHouses, { content: freshFile() });
  assert.deepEqual([refused.status, refused.problem.code], [429, 'too-many-jobs']);
  assert.match(refused.headers.get('retry-after') ?? '', /^[1-9]\d*$/);
  const list = await idle.ask(user, api.listImports, { query: { organizationId: mine } });
  assert.equal(list.body.items.length, 20);
  await idle.ask(user, api.cancelImport, { params: { importId: sent.body.id } });
  assert.equal(
    (await sendFile(idle, user, api.importHouses, { content: freshFile() })).status,
    202,
  );
});

test('a waiting import is a 202, and can be cancelled once', async () => {
  const sent = await sendFile(idle, OWNER, api.importHouses, { content: freshFile() });
  assert.deepEqual([sent.status, sent.body.status, sent.body.totalRows], [202, 'QUEUED', 1]);
  const params = { importId: sent.body.id };
  const cancel = async () => idle.ask(OWNER, api.cancelImport, { params });
  const cancelled = await cancel();
  assert.deepEqual([cancelled.status, cancelled.body.status], [200, 'CANCELLED']);
  assert.equal((await cancel()).status, 409);
  const query = { object: `import:${sent.body.id}` };
  const { items } = (await idle.ask(OWNER, listCoreChanges, { query })).body;
  const fileName = sent.body.fileName;
  assert.deepEqual(
    items.map((entry) => [entry.action, entry.userId, entry.before, entry.after]),
    [
      [
        'import.cancelled',
        OWNER,
        { fileName, status: 'QUEUED' },
        { fileName, status: 'CANCELLED' },
      ],
    ],
  );
});

test('the same key and file repeat the first answer, another file with the key is refused', async () => {
  const file = { content: freshFile(), idempotencyKey: 'august' };
  const first = await sendFile(core, OWNER, api.importHouses, file);
  const again = await sendFile(core, OWNER, api.importHouses, { ...file, name: 'другое имя.csv' });
  assert.deepEqual([first.status, again.status], [200, 200]);
  assert.deepEqual(again.body, first.body);
  assert.deepEqual(
    [first.headers.get('idempotency-replayed'), again.headers.get('idempotency-replayed')],
    [null, 'true'],
  );
  const other = await sendFile(core, OWNER, api.importHouses, { ...file, content: freshFile() });
  assert.deepEqual([other.status, other.problem.code], [409, 'idempotency-key-reused']);
  const elsewhere = await sendFile(core, OWNER, api.importHouses, {
    ...file,
    query: { dryRun: true },
  });
  assert.equal(elsewhere.status, 409);
});

test('a key belongs to its organization: another accountant gets the first answer, an outsider never', async () => {
  const file = { content: freshFile(), idempotencyKey: 'ours' };
  const first = await sendFile(core, OWNER, api.importHouses, file);
  const again = await sendFile(core, ACCOUNTANT, api.importHouses, file);
  assert.deepEqual([again.status, again.headers.get('idempotency-replayed')], [200, 'true']);
  assert.equal(again.body.id, first.body.id);
  const elsewhere = await sendFile(core, STRANGER, api.importHouses, file);
  assert.deepEqual([elsewhere.status, elsewhere.headers.get('idempotency-replayed')], [200, null]);
  assert.notEqual(elsewhere.body.id, first.body.id);
});

test('concurrent requests with one key make one import', async () => {
  const file = { content: freshFile(), idempotencyKey: 'at once' };
  const sent = await Promise.all(
    Array.from({ length: 8 }, async () => sendFile(core, OWNER, api.importHouses, file)),
  );
  // A slow import answers 202, before it has ended.
  const isTaken = ({ status }: (typeof sent)[number]): boolean => status === 200 || status === 202;
  assert.equal(new Set(sent.filter(isTaken).map(({ body }) => body.id)).size, 1);
  for (const answer of sent.filter((one) => !isTaken(one)))
    assert.deepEqual([answer.status, answer.problem.code], [409, 'idempotency-key-in-use']);
});

test('an unreadable file uses up no key and leaves nothing behind', async () => {
  const idempotencyKey = 'broken first';
  const broken = await sendFile(core, OWNER, api.importHouses, { content: 'x;y', idempotencyKey });
  assert.equal(broken.status, 400);
  const good = await sendFile(core, OWNER, api.importHouses, {
    content: freshFile(),
    idempotencyKey,
  });
  assert.deepEqual([good.status, good.headers.get('idempotency-replayed')], [200, null]);
});

test('two concurrent imports of one organization both succeed', async () => {
  const same = freshFile();
  const told = await Promise.all([
    importFile(core, OWNER, api.importHouses, same),
    importFile(core, ACCOUNTANT, api.importHouses, same),
  ]);
  assert.deepEqual(
    told.map(({ status }) => status),
    ['COMPLETED', 'COMPLETED'],
  );
  assert.equal(
    told.reduce((sum, { changed }) => sum + changed, 0),
    1,
  );
});

for (const format of ['csv', 'xlsx'] as const) {
  test(`the refused rows come back as ${format}, with their lines, reasons and cells`, async () => {
    const rows = [
      ['ул. Мира, 1', '1', '0', 'Я1', '=cmd()', '1', '01.02.2020'],
      ['ул. Мира, 1', '2', '50', 'Я2', 'Иванов', '1', '01.02.2020'],
      ['ул. Мира, 1', '3', '50', 'Я2', '+7', '', '32.01.2020'],
    ];
    const told = await importFile(core, OWNER, api.importHouses, csv([HEADER, ...rows]));
    assert.deepEqual([told.status, told.refused, told.accepted], ['FAILED', 2, 1]);
    const asked = { params: { importId: told.id }, query: { format } };
    const answer = await core.ask(VIEWER, api.downloadRefusedRows, asked);
    assert.equal(answer.status, 200);
    assert.equal(
      answer.headers.get('content-disposition'),
      `attachment; filename="import-${told.id}-refused.${format}"`,
    );
    if (format === 'csv') assert.match(answer.text, /;'=cmd\(\);/);
    const table = await rowsOf(answer.bytes);
    assert.deepEqual(
      table.map(({ cells }) => cells),
      [
        ['Строка', 'Причина отказа', ...HEADER],
        [
          '2',
          'Площадь помещения, кв. м: нужно число > 0 и ≤ 100000, не более 2 знаков после запятой',
          ...(rows[0] ?? []),
        ],
        [
          '4',
          'Зарегистрировано человек: не заполнено; Дата открытия счёта: нужна дата вида ДД.ММ.ГГГГ',
          ...(rows[2] ?? []),
        ],
      ],
    );
    assert.equal((await core.ask(STRANGER, api.downloadRefusedRows, asked)).status, 404);
    const { rows: audited } = await sql<{ userId: number }>`
      select user_id from audit_log where action = 'import.refused-rows-downloaded' and object_id = ${String(told.id)}
    `.execute(core.db);
    assert.deepEqual(audited, [{ userId: VIEWER }]);
  });

  test(`every template as ${format} has the header and says what to write`, async () => {
    for (const kind of ['houses', 'readings', 'meters'] as const) {
      const asked = { params: { kind }, query: { format } };
      const answer = await core.ask(STRANGER, api.downloadImportTemplate, asked);
      assert.equal(answer.status, 200);
      const [header, notes] = await rowsOf(answer.bytes);
      assert.deepEqual(
        header?.cells,
        FORMS[kind].columns.map(({ title }) => title),
      );
      assert.deepEqual(
        notes?.cells,
        FORMS[kind].columns.map(({ note }) => note),
      );
    }
  });
}

test('the list shows the organization’s imports, newest first, page by page', async () => {
  const user = 60;
  await core.organizationOf(user);
  const ids: number[] = [];
  for (const query of [{}, {}, { dryRun: true }])
    ids.unshift((await importFile(core, user, api.importHouses, freshFile(), query)).id);
  const list = async (query: Sent['query']) =>
    (await core.ask(user, api.listImports, { query })).body;
  const first = await list({ limit: 2 });
  const second = await list({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ id }) => id),
    ids,
  );
  assert.deepEqual((await list({ kind: 'meters' })).items, []);
  const foreign = await core.ask(user, api.listImports, { query: { organizationId } });
  assert.equal(foreign.status, 404);
});

test('after 30 days an import and its rows are forgotten', async () => {
  const told = await importFile(core, OWNER, api.importHouses, freshFile('Иванов', '0'));
  await sweep(core.db);
  assert.equal(
    (await core.ask(OWNER, api.getImport, { params: { importId: told.id } })).status,
    200,
  );
  await sql`update imports set created_at = now() - interval '31 days' where id = ${told.id}`.execute(
    core.db,
  );
  await sweep(core.db);
  assert.equal(
    (await core.ask(OWNER, api.getImport, { params: { importId: told.id } })).status,
    404,
  );
  const { rows } = await sql`select from import_refusals where import_id = ${told.id}`.execute(
    core.db,
  );
  assert.equal(rows.length, 0);
});
