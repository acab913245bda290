// All tariffs, and all norms, of a house in one list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { DatedValue } from '@kvartplata/contracts/core/dated-values.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

const OWNER = 1;
const STRANGER = 2;

let core: TestApp;
let organizationId: number;
before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
});
after(async () => core.close());

async function add(path: string, body: object): Promise<number> {
  const response = await core.askAt(OWNER, 'POST', path, { body });
  assert.equal(response.statusCode, 201, response.body);
  return response.json<{ id: number }>().id;
}

for (const word of ['tariff', 'norm'] as const)
  test(`the ${word}s of a house are those of all its services, page by page, and of no other house`, async () => {
    const [houseId, otherId] = [
      await add('/api/houses', { organizationId, address: 'ул. Мира, 1' }),
      await add('/api/houses', { organizationId, address: 'ул. Мира, 2' }),
    ];
    const expected: unknown[] = [];
    for (const [house, utilityServiceId] of [
      [houseId, 1],
      [otherId, 1],
      [houseId, 2],
    ] as const) {
      const houseServiceId = await add(`/api/houses/${house}/services`, {
        utilityServiceId,
        method: 'norm',
        validFrom: '2020-01-01',
      });
      const id = await add(`/api/house-services/${houseServiceId}/${word}s`, {
        value: 1,
        validFrom: '2026-01-01',
        basis: 'Приказ',
      });
      if (house === houseId) expected.push({ id, houseServiceId, houseId, organizationId });
    }
    const path = `/api/houses/${houseId}/${word}s`;
    const first = (await core.askAt(OWNER, 'GET', `${path}?limit=1`)).json<PageOf<DatedValue>>();
    const next = `${path}?limit=1&cursor=${first.nextCursor}`;
    const second = (await core.askAt(OWNER, 'GET', next)).json<PageOf<DatedValue>>();
    const places = [...first.items, ...second.items].map((value) => ({
      id: value.id,
      houseServiceId: value.houseServiceId,
      houseId: value.houseId,
      organizationId: value.organizationId,
    }));
    assert.deepEqual(places, expected);
    assert.equal(second.nextCursor, null);
    assert.equal((await core.askAt(STRANGER, 'GET', path)).statusCode, 404);
  });
