// All tariffs, and all norms, of a house in one list.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { VALUE_OPERATIONS } from '../../testing/value-operations.ts';

const OWNER = 1;
const STRANGER = 2;

let core: TestApp;
let organizationId: number;
before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(OWNER);
});
after(async () => core.close());

async function addHouse(address: string): Promise<number> {
  const body = { organizationId, address };
  return (await core.ask(OWNER, createHouse, { body })).body.id;
}

for (const word of ['tariff', 'norm'] as const) {
  const { create, listOfHouse } = VALUE_OPERATIONS[word];
  test(`the ${word}s of a house are those of all its services, in pages, and of no other house`, async () => {
    const [houseId, otherId] = [await addHouse('ул. Мира, 1'), await addHouse('ул. Мира, 2')];
    const expected: unknown[] = [];
    for (const [house, utilityServiceId] of [
      [houseId, 1],
      [otherId, 1],
      [houseId, 2],
    ] as const) {
      const service = { utilityServiceId, method: 'norm', validFrom: '2020-01-01' };
      const { id: houseServiceId } = (
        await core.ask(OWNER, createHouseService, { params: { houseId: house }, body: service })
      ).body;
      const value = { value: 1, validFrom: '2026-01-01', basis: 'Приказ' };
      const { id } = (await core.ask(OWNER, create, { params: { houseServiceId }, body: value }))
        .body;
      if (house === houseId) expected.push({ id, houseServiceId, houseId, organizationId });
    }
    const params = { houseId };
    const first = (await core.ask(OWNER, listOfHouse, { params, query: { limit: 1 } })).body;
    const next = { limit: 1, cursor: first.nextCursor };
    const second = (await core.ask(OWNER, listOfHouse, { params, query: next })).body;
    const places = [...first.items, ...second.items].map((value) => ({
      id: value.id,
      houseServiceId: value.houseServiceId,
      houseId: value.houseId,
      organizationId: value.organizationId,
    }));
    assert.deepEqual(places, expected);
    assert.equal(second.nextCursor, null);
    assert.equal((await core.ask(STRANGER, listOfHouse, { params })).status, 404);
  });
}
