// Undoing an import: what it has created is deleted, what it has changed is restored, and dependent changes of others prevent it.
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import {
  downloadRefusedRows,
  getImport,
  type Import,
  importHouses,
  importReadings,
  listImports,
  undoImport,
} from '@kvartplata/contracts/core/imports.ts';
import {
  createReading,
  deleteReading,
  getReading,
  replaceReading,
} from '@kvartplata/contracts/core/readings.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { rowsOf } from '@kvartplata/platform/testing/table-files.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { sql } from 'kysely';
import { houseFile } from '../../testing/house-file.ts';
import { csv, importFile } from '../../testing/import-files.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const READINGS = ['Заводской номер', 'Показание', 'Дата снятия', 'Расчётный период'];
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

async function put(rows: readonly (readonly string[])[]): Promise<Import> {
  const query = { houseId: house.houseId };
  const told = await importFile(core, owner, importReadings, csv([READINGS, ...rows]), query);
  assert.equal(told.status, 'COMPLETED', JSON.stringify(told.errors));
  return told;
}

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

async function refusal(importId: number): Promise<readonly [number, string]> {
  const { status, problem } = await core.ask(owner, undoImport, { params: { importId } });
  return [status, problem.code];
}

const reasonsOf = ({ errors }: Import) =>
  errors.map(({ line, code, messageRu }) => `${line} ${code}: ${messageRu}`);

describe('undoing readings', () => {
  async function stored(): Promise<readonly string[]> {
    const { rows } = await sql<{ text: string }>`
      select concat_ws(' ', serial_number, to_char(period, 'YYYY-MM'), value, taken_on, source) as text
      from meter_readings as readings
      join meters on meters.organization_id = readings.organization_id and meters.house_id = readings.house_id
        and meters.id = readings.meter_id
      where readings.house_id = ${house.houseId} order by meters.id, period
    `.execute(core.db);
    return rows.map(({ text }) => text);
  }

  async function record(nth: number, period: string, value: string): Promise<number> {
    const body = { period, value, takenOn: `${period}-25` };
    const params = { meterId: house.meterIds[nth] ?? 0 };
    const created = await core.ask(owner, createReading, { params, body });
    assert.equal(created.status, 201, created.text);
    return created.body.id;
  }

  test('removes what was new and restores what was changed, months in a row too; a dry run reports it and changes nothing', async () => {
    await record(0, '2026-05', '20');
    await record(1, '2026-05', '30');
    const former = await stored();
    const imported = await put([
      ['S1', '21', '24.05.2026', '05.2026'],
      ['S1', '25', '25.06.2026', '06.2026'],
      ['S2', '30', '25.05.2026', '05.2026'],
      ['S3', '12', '25.06.2026', '06.2026'],
      ['S3', '15', '25.07.2026', '07.2026'],
    ]);
    const standing = await stored();
    const dry = await undo(imported.id, { dryRun: true });
    assert.deepEqual(
      [dry.status, dry.dryRun, dry.undoes, dry.totalRows, dry.accepted, dry.changed, dry.repeats],
      // The file's row for S2 changed nothing.
      ['COMPLETED', true, imported.id, 4, 4, 4, null],
    );
    assert.deepEqual(await stored(), standing);
    assert.equal((await read(imported.id)).undoneBy, null);

    const undone = await undo(imported.id);
    assert.deepEqual([undone.status, undone.changed], ['COMPLETED', 4], JSON.stringify(undone));
    assert.deepEqual(await stored(), former);
    assert.equal((await read(imported.id)).undoneBy, undone.id);
    assert.deepEqual(await refusal(imported.id), [409, 'conflict']);
    assert.deepEqual(await refusal(undone.id), [409, 'conflict']);
    const listed = (await core.ask(owner, listImports, { query: { organizationId } })).body.items;
    assert.deepEqual(
      listed.map(({ id, undoes, undoneBy }) => [id, undoes, undoneBy]),
      [
        [undone.id, imported.id, null],
        [dry.id, imported.id, null],
        [imported.id, null, undone.id],
      ],
    );
    // The same file can be imported again, and is not a repetition.
    const again = await put([['S1', '21', '24.05.2026', '05.2026']]);
    assert.equal(again.repeats, null);
  });

  test('is in the audit log: the import by its name, the readings by their month', async () => {
    await record(0, '2026-05', '20');
    const imported = await put([
      ['S1', '21', '25.05.2026', '05.2026'],
      ['S2', '31', '25.05.2026', '05.2026'],
    ]);
    await undo(imported.id);
    const query = { object: `import:${imported.id}` };
    const ofImport = (await core.ask(owner, listCoreChanges, { query })).body.items;
    assert.deepEqual(
      ofImport.map(({ action, userId }) => [action, userId]),
      [
        ['import.undone', owner],
        ['import.completed', owner],
      ],
    );
    const sheet = { object: `reading-sheet:${house.houseId}-2026-05` };
    const [last] = (await core.ask(owner, listCoreChanges, { query: sheet })).body.items;
    const told = (last?.after ?? {}) as Readonly<Record<string, number>>;
    assert.deepEqual([told['added'], told['replaced'], told['deleted']], [0, 1, 1]);
  });

  test('is refused by row if one was changed, followed by others or booked, and nothing is undone', async () => {
    const imported = await put([
      ['S1', '21', '25.05.2026', '05.2026'],
      ['S2', '31', '25.05.2026', '05.2026'],
      ['S3', '41', '25.05.2026', '05.2026'],
    ]);
    await record(1, '2026-07', '35');
    const { rows } = await sql<{ id: number }>`
      select id from meter_readings where house_id = ${house.houseId} and meter_id = ${house.meterIds[0]}
    `.execute(core.db);
    const readingId = Number(rows[0]?.id);
    const { headers } = await core.ask(owner, getReading, { params: { readingId } });
    const body = { value: '22', takenOn: '2026-05-25' };
    const ifMatch = headers.get('etag') ?? '';
    await core.ask(owner, replaceReading, { params: { readingId }, body, ifMatch });
    const standing = await stored();

    const expected = [
      '2 changed-since: с тех пор изменено: S1',
      '3 later-reading: у прибора есть более позднее показание, за 07.2026',
    ];
    const dry = await undo(imported.id, { dryRun: true });
    assert.deepEqual([dry.status, ...reasonsOf(dry)], ['COMPLETED', ...expected]);
    const refused = await undo(imported.id);
    assert.deepEqual(
      [refused.status, refused.refused, ...reasonsOf(refused)],
      ['FAILED', 2, ...expected],
    );
    assert.deepEqual(await stored(), standing);
    assert.equal((await read(imported.id)).undoneBy, null);
    const file = await core.ask(owner, downloadRefusedRows, { params: { importId: refused.id } });
    const [head, first] = await rowsOf(Buffer.from(file.bytes));
    assert.deepEqual(head?.cells.slice(2, 5), ['Адрес дома', 'Заводской номер', 'Лицевой счёт']);
    assert.deepEqual(first?.cells.slice(2), [
      'г. Тула, пр. Ленина, д. 2',
      'S1',
      `${house.houseId}-1`,
      '05.2026',
      '22.000',
    ]);

    core.books.answer = { ...NOTHING_BOOKED, appliedMonths: ['2026-05'] };
    const late = await undo(imported.id, { dryRun: true });
    assert.deepEqual(
      reasonsOf(late).filter((told) => told.includes('month-booked')),
      [2, 3, 4].map((line) => `${line} month-booked: входит в проведённый месяц: 05.2026`),
    );
  });

  test('is not blocked by a month booked before the readings, or after all of their next ones', async () => {
    const imported = await put([['S1', '21', '25.05.2026', '05.2026']]);
    core.books.answer = { ...NOTHING_BOOKED, appliedMonths: ['2026-04', '2026-06'] };
    assert.deepEqual((await undo(imported.id)).status, 'COMPLETED');
    assert.deepEqual(await stored(), []);
  });

  test('skips a reading deleted since, but is refused where a changed one was deleted', async () => {
    await record(0, '2026-05', '20');
    const imported = await put([
      ['S1', '21', '25.05.2026', '05.2026'],
      ['S2', '31', '25.05.2026', '05.2026'],
      ['S3', '41', '25.05.2026', '05.2026'],
    ]);
    const remove = async (nth: number): Promise<void> => {
      const { rows } = await sql<{ id: number }>`
        select id from meter_readings where house_id = ${house.houseId} and meter_id = ${house.meterIds[nth]}
      `.execute(core.db);
      const readingId = Number(rows[0]?.id);
      const { headers } = await core.ask(owner, getReading, { params: { readingId } });
      const ifMatch = headers.get('etag') ?? '';
      const { status } = await core.ask(owner, deleteReading, { params: { readingId }, ifMatch });
      assert.equal(status, 204);
    };
    await remove(1);
    const dry = await undo(imported.id, { dryRun: true });
    assert.deepEqual([dry.accepted, dry.changed, dry.unchanged], [3, 2, 1]);
    await remove(0);
    assert.deepEqual(
      (await undo(imported.id)).errors.map(({ line, code }) => `${line} ${code}`),
      ['2 changed-since'],
    );
    assert.deepEqual(await stored(), ['S3 2026-05 41.000 2026-05-25 import']);
  });

  test('does not restore a former reading that no longer fits what came before it since', async () => {
    await record(0, '2026-05', '20');
    const imported = await put([['S1', '90', '25.05.2026', '05.2026']]);
    await record(0, '2026-04', '50');
    const refused = await undo(imported.id);
    assert.deepEqual(
      refused.errors.map(({ line, code }) => `${line} ${code}`),
      ['2 reading-below-previous'],
    );
    assert.deepEqual(await stored(), [
      'S1 2026-04 50.000 2026-04-25 operator',
      'S1 2026-05 90.000 2026-05-25 import',
    ]);
  });

  test('waits while billing cannot say what is booked, and continues once it answers', async () => {
    const imported = await put([['S1', '21', '25.05.2026', '05.2026']]);
    core.books.answer = 'away';
    const { body } = await core.ask(owner, undoImport, { params: { importId: imported.id } });
    await until('it waits for billing', async () => {
      const { status, error } = await read(body.id);
      return status === 'QUEUED' && error === 'dependency-unavailable';
    });
    core.books.answer = NOTHING_BOOKED;
    await until('it is done', async () => (await read(body.id)).finishedAt !== null);
    assert.deepEqual(await stored(), []);
  });
});

test('undo is refused for a dry run, an import of houses or of another company, and for a viewer', async () => {
  const [dry, houses] = [
    await importFile(
      core,
      owner,
      importReadings,
      csv([READINGS, ['S1', '21', '25.05.2026', '05.2026']]),
      {
        houseId: house.houseId,
        dryRun: true,
      },
    ),
    await importFile(core, owner, importHouses, houseFile([{ account: `H${owner}` }])),
  ];
  assert.deepEqual(await refusal(dry.id), [409, 'conflict']);
  assert.deepEqual(await refusal(houses.id), [409, 'conflict']);
  assert.deepEqual(await refusal(2_000_000_000), [404, 'not-found']);
  const imported = await put([['S1', '21', '25.05.2026', '05.2026']]);
  const params = { importId: imported.id };
  const stranger = owner + 1000;
  await core.organizationOf(stranger);
  assert.equal((await core.ask(stranger, undoImport, { params })).status, 404);
  const viewer = owner + 2000;
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId, userId: viewer, role: 'viewer' })
    .execute();
  assert.equal((await core.ask(viewer, undoImport, { params })).status, 403);
  const unclear = await core.ask(owner, undoImport, { params, query: { dryRun: 'perhaps' } });
  assert.deepEqual([unclear.status, unclear.problem.code], [400, 'validation-failed']);
  const key = { params, idempotencyKey: `undo-${imported.id}` };
  const [first, second] = [
    await core.ask(owner, undoImport, key),
    await core.ask(owner, undoImport, key),
  ];
  assert.equal(first.body.id, second.body.id);
  assert.equal(second.headers.get('idempotency-replayed'), 'true');
  const unchanged = await put([['S2', '21', '25.05.2026', '05.2026']]);
  const nothing = await put([['S2', '21', '25.05.2026', '05.2026']]);
  assert.ok(unchanged.changed === 1 && nothing.changed === 0);
  assert.deepEqual(await refusal(nothing.id), [409, 'conflict']);
});
