// Core's closing checks, over facts that are inserted directly.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import {
  listOpenHouses,
  listTariffGaps,
  listUnverifiedMeters,
} from '@kvartplata/contracts/core/closing-facts.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import type { AnswerOf } from '@kvartplata/contracts/endpoint.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import { makeMeteredHouse, type MeteredHouse } from '../../testing/metered-house.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';

let core: TestApp;
before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

type Facts = typeof listOpenHouses | typeof listUnverifiedMeters | typeof listTariffGaps;

async function factsOf<E extends Facts>(
  organizationId: number,
  facts: E,
  query: Sent['query'],
): Promise<AnswerOf<E>> {
  const answer = await core.askAsService(facts, { params: { organizationId }, query });
  assert.equal(answer.status, 200, answer.text);
  assert.ok(Check(facts.answers[200], answer.body), answer.text);
  return answer.body;
}

describe('open houses', () => {
  test('are those with an account on some day of the month', async () => {
    const organizationId = await core.organizationOf(1);
    const { houseId, accountIds } = await makeMeteredHouse(core.db, organizationId, 1);
    await makeMeteredHouse(core.db, organizationId, 0);
    await makeMeteredHouse(core.db, await core.organizationOf(2), 1);
    await sql`update personal_accounts set opened_on = '2026-02-28', closed_on = '2026-04-01'
      where id = ${accountIds[0]}`.execute(core.db);
    const inMonth = async (period: string): Promise<readonly number[]> =>
      (await factsOf(organizationId, listOpenHouses, { period })).houseIds;
    assert.deepEqual(await inMonth('2026-01'), []);
    assert.deepEqual(await inMonth('2026-02'), [houseId]);
    assert.deepEqual(await inMonth('2026-04'), [houseId]);
    assert.deepEqual(await inMonth('2026-05'), []);
  });
});

describe('unverified meters', () => {
  let organizationId: number;
  let house: MeteredHouse;
  before(async () => {
    organizationId = await core.organizationOf(3);
    house = await makeMeteredHouse(core.db, organizationId, 3);
  });

  const CASES: readonly {
    readonly why: string;
    readonly meter: Readonly<Record<string, string | null>>;
    readonly isTold: boolean;
  }[] = [
    { why: 'never verified', meter: {}, isTold: false },
    { why: 'to the last day', meter: { verifiedUntil: '2026-03-31' }, isTold: false },
    { why: 'to the day before', meter: { verifiedUntil: '2026-03-30' }, isTold: true },
    {
      why: 'long ago, and taken off in the month',
      meter: { verifiedUntil: '2025-06-01', removedOn: '2026-03-02' },
      isTold: true,
    },
    {
      why: 'long ago, and taken off before the month',
      meter: { verifiedUntil: '2025-06-01', removedOn: '2026-02-28' },
      isTold: false,
    },
    {
      why: 'until it was taken off',
      meter: { verifiedUntil: '2026-03-10', removedOn: '2026-03-10' },
      isTold: false,
    },
    {
      why: 'put in after the month',
      meter: { installedOn: '2026-04-01', verifiedUntil: '2026-03-30' },
      isTold: false,
    },
  ];
  for (const { why, meter, isTold } of CASES)
    test(`${isTold ? 'are told' : 'are not'}: ${why}`, async () => {
      const row = { installedOn: '2025-01-01', verifiedUntil: null, removedOn: null, ...meter };
      await core.db.updateTable('meters').set(row).where('houseId', '=', house.houseId).execute();
      const query = { period: '2026-03' };
      const { count, items } = await factsOf(organizationId, listUnverifiedMeters, query);
      assert.deepEqual(
        [count, items.map(({ meterId }) => meterId)],
        isTold ? [3, house.meterIds] : [0, []],
      );
    });

  test('come in pages, each with the account and the service', async () => {
    await sql`update meters set verified_until = '2025-01-01', removed_on = null, installed_on = '2024-01-01'
      where house_id = ${house.houseId}`.execute(core.db);
    const query = { period: '2026-03', limit: 2 };
    const first = await factsOf(organizationId, listUnverifiedMeters, query);
    const next = { ...query, cursor: first.nextCursor };
    const second = await factsOf(organizationId, listUnverifiedMeters, next);
    assert.deepEqual([first.count, second.count, second.nextCursor], [3, 3, null]);
    assert.deepEqual(
      [...first.items, ...second.items].map(({ meterId }) => meterId),
      house.meterIds,
    );
    assert.deepEqual(first.items[0], {
      houseId: house.houseId,
      meterId: house.meterIds[0],
      houseServiceId: house.houseServiceId,
      serviceCode: 'cold-water',
      serviceName: 'Холодное водоснабжение',
      personalAccountId: house.accountIds[0],
      accountNumber: `${house.houseId}-1`,
      roomNumber: null,
      serialNumber: 'S1',
      verifiedUntil: '2025-01-01',
    });
  });

  test('are of this organization only', async () => {
    const other = await core.organizationOf(4);
    const query = { period: '2026-03' };
    assert.equal((await factsOf(other, listUnverifiedMeters, query)).count, 0);
  });
});

describe('tariff gaps', () => {
  let organizationId: number;
  let houseId: number;
  before(async () => {
    organizationId = await core.organizationOf(5);
    const seeded = await core.ask(5, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
    ({ houseId } = seeded.body);
  });

  async function gapsIn(period: string): Promise<readonly string[]> {
    const { count, items } = await factsOf(organizationId, listTariffGaps, { period });
    assert.equal(count, items.length);
    return items.map(({ serviceCode, days, from, to }) => `${serviceCode} ${days} ${from} ${to}`);
  }
  const change = async (what: string, code: string): Promise<unknown> =>
    sql`${sql.raw(what)} where house_id = ${houseId} and house_service_id = (
      select house_services.id from house_services
      join utility_services on utility_services.id = house_services.utility_service_id
      where house_services.house_id = ${houseId} and utility_services.code = ${code}
    )`.execute(core.db);

  test('are empty where every day has its tariff', async () => {
    assert.deepEqual(await gapsIn('2026-03'), []);
  });

  test('are the days between two tariffs, after the last and before the first', async () => {
    await change(`update service_tariffs set valid_to = '2026-03-10'`, 'electricity');
    assert.deepEqual(await gapsIn('2026-02'), []);
    assert.deepEqual(await gapsIn('2026-03'), ['electricity 21 2026-03-11 2026-03-31']);
    await sql`insert into service_tariffs (organization_id, house_id, house_service_id, value, basis, valid_from)
      select organization_id, house_id, house_service_id, value, basis, '2026-03-15' from service_tariffs
      where house_id = ${houseId} and valid_to = '2026-03-10'`.execute(core.db);
    assert.deepEqual(await gapsIn('2026-03'), ['electricity 4 2026-03-11 2026-03-14']);
  });

  test('are empty for heating outside its season', async () => {
    await change('delete from service_tariffs', 'heating');
    assert.deepEqual(await gapsIn('2026-07'), []);
    assert.deepEqual(await gapsIn('2026-10'), ['heating 31 2026-10-01 2026-10-31']);
  });

  test('are the days on which one of two components has no tariff', async () => {
    await change(
      `update service_tariffs set component = 'cold', valid_to = '2026-05-30'`,
      'hot-water',
    );
    assert.deepEqual(await gapsIn('2026-05'), ['hot-water 31 2026-05-01 2026-05-31']);
  });

  test('are empty for a service that has ended', async () => {
    await sql`update house_services set valid_to = '2026-05-31' where house_id = ${houseId}`.execute(
      core.db,
    );
    assert.deepEqual(await gapsIn('2026-06'), []);
  });
});

for (const query of [
  {},
  { period: '2026-13' },
  { period: '2026-01', limit: 0 },
  { period: '2026-01', cursor: 'x' },
])
  test(`a request for tariff gaps with ${JSON.stringify(query)} is a 400`, async () => {
    const params = { organizationId: 1 };
    const answer = await core.askAsService(listTariffGaps, { params, query });
    assert.equal(answer.status, 400, answer.text);
  });
