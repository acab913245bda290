// The audit entry of a reading sheet.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { getReadingSheet, storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;

let core: TestApp;
let house: MeteredHouse;

before(async () => {
  core = await createTestApp('2026-08-15T09:00:00Z');
  house = await makeMeteredHouse(core.db, await core.organizationOf(OWNER), 4);
});
after(async () => core.close());

const params = () => ({ houseId: house.houseId, period: '2026-07' });

async function send(...values: readonly string[]): Promise<void> {
  const takenOn = '2026-07-25';
  const body = values.map((value, nth) => ({ meterId: house.meterIds[nth], value, takenOn }));
  const { status, text } = await core.ask(OWNER, storeReadingSheet, { params: params(), body });
  assert.equal(status, 200, text);
}

async function readingIds(): Promise<readonly number[]> {
  const { body } = await core.ask(OWNER, getReadingSheet, { params: params() });
  return body.items.map(({ reading }) => reading?.id ?? 0);
}

test('a sheet makes one entry in the audit log, with all its changes', async () => {
  await send('11', '12');
  await send('11', '12.5', '13');
  await send('11', '12.5', '13');
  const object = `reading-sheet:${house.houseId}-2026-07`;
  const { items } = (await core.ask(OWNER, listCoreChanges, { query: { object } })).body;
  const ids = await readingIds();
  const [first = 0, second = 0, third = 0] = ids;
  const listed = (nth: number, value: string) => [
    house.meterIds[nth],
    value,
    '2026-07-25',
    'operator',
    false,
  ];
  const place = { houseId: house.houseId, period: '2026-07' };
  assert.deepEqual(
    items.map((entry) => ({
      action: entry.action,
      userId: entry.userId,
      before: entry.before,
      after: entry.after,
    })),
    [
      {
        action: 'reading-sheet.stored',
        userId: OWNER,
        before: { readings: { [second]: listed(1, '12.000') } },
        after: {
          ...place,
          added: 1,
          replaced: 1,
          readings: { [second]: listed(1, '12.500'), [third]: listed(2, '13.000') },
        },
      },
      {
        action: 'reading-sheet.stored',
        userId: OWNER,
        before: null,
        after: {
          ...place,
          added: 2,
          replaced: 0,
          readings: { [first]: listed(0, '11.000'), [second]: listed(1, '12.000') },
        },
      },
    ],
  );
});
