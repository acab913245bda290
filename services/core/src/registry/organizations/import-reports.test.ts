import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { deleteOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let core: TestApp;

before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

test('an organization is deleted with the reports of its imports, but not while a file is being imported', async () => {
  const organizationId = await core.organizationOf(31);
  const { id: moveId } = await core.db
    .insertInto('moves')
    .values({ organizationId, asOf: '2026-07-01', dryRun: true, requestedBy: 31, requestId: 'r' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: importId } = await core.db
    .insertInto('imports')
    .values({
      organizationId,
      kind: 'houses',
      houseId: null,
      moveId,
      undoes: null,
      undoneBy: null,
      period: null,
      dryRun: true,
      fileName: 'houses.csv',
      fileHash: '0'.repeat(64),
      columns: '[]',
      requestedBy: 31,
      byOwner: true,
      requestId: 'r',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await core.db
    .insertInto('importRefusals')
    .values({ organizationId, importId, line: 2, cells: '["Иванов"]', reasons: '[]' })
    .execute();
  const asked = { params: { organizationId } };
  const refused = await core.ask(31, deleteOrganization, asked);
  assert.deepEqual([refused.status, refused.problem.code], [409, 'has-children']);
  await core.db
    .updateTable('moves')
    .set({ status: 'FAILED' })
    .where('organizationId', '=', organizationId)
    .execute();
  assert.equal((await core.ask(31, deleteOrganization, asked)).problem.code, 'has-children');
  await core.db
    .updateTable('imports')
    .set({ status: 'COMPLETED' })
    .where('organizationId', '=', organizationId)
    .execute();
  const deleted = await core.ask(31, deleteOrganization, asked);
  assert.equal(deleted.status, 204, deleted.text);
  for (const table of ['importRefusals', 'imports', 'moves'] as const) {
    const rows = core.db.selectFrom(table).where('organizationId', '=', organizationId);
    assert.deepEqual(await rows.select('organizationId').execute(), []);
  }
});
