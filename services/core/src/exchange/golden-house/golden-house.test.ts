import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { getHouse } from '@kvartplata/contracts/core/houses.ts';
import { sql } from 'kysely';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { sumBy } from '@kvartplata/domain/money/sums.ts';

let core: TestApp;

before(async () => {
  core = await createTestApp();
});
after(async () => core.close());

async function seed(organizationId: number, houseId: number, user: number | 'admin') {
  return core.ask(user, seedGoldenHouse, { body: { organizationId, houseId } });
}

async function seeded(organizationId: number, houseId: number, user: number) {
  const response = await seed(organizationId, houseId, user);
  assert.equal(response.status, 201, response.text);
  return response.body;
}

/** Everything in the house, without ids, so that two houses can be compared. */
async function contentOf(houseId: number): Promise<unknown> {
  const { rows } = await sql`
    select jsonb_build_object(
      'house', (select jsonb_build_array(common_area::text, heating_months) from houses where id = ${houseId}),
      'rooms', (select jsonb_agg(to_jsonb(r) - 'organization_id' - 'house_id' - 'id' order by number) from rooms r where house_id = ${houseId}),
      'accounts', (
        select jsonb_agg(to_jsonb(a) - 'organization_id' - 'house_id' - 'id' - 'room_id' order by account_number)
        from personal_accounts a where house_id = ${houseId}
      ),
      'persons', (
        select jsonb_agg(jsonb_build_array(a.account_number, p.valid_from, p.person_count) order by a.account_number, p.valid_from)
        from registered_persons p join personal_accounts a on a.house_id = p.house_id and a.id = p.personal_account_id
        where p.house_id = ${houseId}
      ),
      'services', (
        select jsonb_agg(to_jsonb(s) - 'organization_id' - 'house_id' - 'id' order by utility_service_id)
        from house_services s where house_id = ${houseId}
      ),
      'tariffs', (
        select jsonb_agg(jsonb_build_array(s.utility_service_id, t.value::text, t.basis, t.valid_from, t.valid_to)
          order by s.utility_service_id, t.valid_from)
        from service_tariffs t join house_services s on s.house_id = t.house_id and s.id = t.house_service_id
        where t.house_id = ${houseId}
      ),
      'norms', (
        select jsonb_agg(jsonb_build_array(s.utility_service_id, n.value::text, n.basis, n.valid_from, n.valid_to)
          order by s.utility_service_id, n.valid_from)
        from service_norms n join house_services s on s.house_id = n.house_id and s.id = n.house_service_id
        where n.house_id = ${houseId}
      ),
      'meters', (
        select jsonb_agg(to_jsonb(m) - 'organization_id' - 'house_id' - 'id' - 'house_service_id' - 'personal_account_id' order by serial_number)
        from meters m where house_id = ${houseId}
      ),
      'readings', (
        select jsonb_agg(
          jsonb_build_array(m.serial_number, r.period, r.value::text, r.taken_on, r.rollover, r.source)
          order by m.serial_number, r.period)
        from meter_readings r join meters m on m.house_id = r.house_id and m.id = r.meter_id
        where r.house_id = ${houseId}
      )
    ) as content
  `.execute(core.db);
  return (rows[0] as { content: unknown }).content;
}

type Reading = { readonly serial: string; readonly period: string; readonly value: string };

async function readingsOf(houseId: number, ownerType: string): Promise<Reading[]> {
  const { rows } = await sql<Reading>`
    select m.serial_number as serial, to_char(r.period, 'YYYY-MM') as period, r.value
    from meter_readings r join meters m on m.house_id = r.house_id and m.id = r.meter_id
    where r.house_id = ${houseId} and m.owner_type = ${ownerType}
    order by m.serial_number, r.period
  `.execute(core.db);
  return rows;
}

/** Each meter's consumption in each month, in litres, with rollovers removed. */
async function litresOf(houseId: number, ownerType: string): Promise<Map<string, bigint[]>> {
  const { rows } = await sql<{ serial: string; litres: string }>`
    select m.serial_number as serial, (1000 * (
      r.value - lag(r.value, 1, m.initial_reading) over (partition by m.id order by r.period)
      + case when r.rollover then 10::numeric ^ m.digits else 0 end
    ))::bigint::text as litres
    from meter_readings r join meters m on m.house_id = r.house_id and m.id = r.meter_id
    where r.house_id = ${houseId} and m.owner_type = ${ownerType}
    order by m.serial_number, r.period
  `.execute(core.db);
  const byMeter = Map.groupBy(rows, (row) => row.serial);
  return new Map([...byMeter].map(([serial, of]) => [serial, of.map((row) => BigInt(row.litres))]));
}

test('a new golden house has ten rooms, accounts and meters, and a year of readings', async () => {
  const organizationId = await core.organizationOf(1);
  const response = await seed(organizationId, 0, 1);
  assert.equal(response.status, 201);
  const { houseId, ...answer } = response.body;
  assert.equal(response.headers.get('location'), addressOf(getHouse, { params: { houseId } }));
  assert.deepEqual(answer, {
    organizationId,
    rooms: 10,
    accounts: ['LS01', 'LS02', 'LS03', 'LS04', 'LS05', 'LS06', 'LS07', 'LS08', 'LS09', 'LS10'],
    meters: 10,
    houseMeters: 1,
    readings: 120,
    houseReadings: 12,
    months: [
      '2025-08',
      '2025-09',
      '2025-10',
      '2025-11',
      '2025-12',
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
      '2026-07',
    ],
  });
});

test('the figures are the same for every organization', async () => {
  const [first, second] = [await core.organizationOf(2), await core.organizationOf(3)];
  const one = await seeded(first, 0, 2);
  const two = await seeded(second, 0, 3);
  assert.deepEqual(await contentOf(one.houseId), await contentOf(two.houseId));
});

test('a second call for the house gives the same answer and duplicates nothing', async () => {
  const organizationId = await core.organizationOf(4);
  const first = await seeded(organizationId, 0, 4);
  const content = await contentOf(first.houseId);
  assert.deepEqual(await seeded(organizationId, first.houseId, 4), first);
  assert.deepEqual(await contentOf(first.houseId), content);
});

test('a house that lacks something gets only that back', async () => {
  const organizationId = await core.organizationOf(5);
  const first = await seeded(organizationId, 0, 5);
  const content = await contentOf(first.houseId);
  await sql`delete from meter_readings where house_id = ${first.houseId} and period >= '2026-03-01'`.execute(
    core.db,
  );
  await sql`delete from service_tariffs where house_id = ${first.houseId}`.execute(core.db);
  await sql`delete from registered_persons where house_id = ${first.houseId}`.execute(core.db);
  await sql`update houses set common_area = null, heating_months = '{}' where id = ${first.houseId}`.execute(
    core.db,
  );
  assert.deepEqual(await seeded(organizationId, first.houseId, 5), first);
  assert.deepEqual(await contentOf(first.houseId), content);
});

test('an empty house of the organization becomes the golden house', async () => {
  const organizationId = await core.organizationOf(6);
  const own = { organizationId, address: 'г. Тула, пр. Ленина, д. 1', commonArea: '10.00' };
  const { id } = await core.db
    .insertInto('houses')
    .values(own)
    .returning('id')
    .executeTakeFirstOrThrow();
  const answer = await seeded(organizationId, id, 6);
  assert.equal(answer.houseId, id);
  assert.equal(answer.readings, 120);
  const { body } = await core.ask(6, getHouse, { params: { houseId: id } });
  assert.deepEqual([body.address, body.commonArea], [own.address, own.commonArea]);
  assert.deepEqual(body.heatingMonths, [1, 2, 3, 4, 10, 11, 12]);
});

test('a call in a later month continues the counters', async () => {
  const organizationId = await core.organizationOf(7);
  const first = await seeded(organizationId, 0, 7);
  const earlier = await readingsOf(first.houseId, 'account');
  const today = core.clock.now;
  core.clock.now = new Date('2026-09-03T00:00:00Z');
  try {
    const next = await seeded(organizationId, first.houseId, 7);
    assert.deepEqual([next.months[0], next.months[11]], ['2025-09', '2026-08']);
    assert.deepEqual([next.readings, next.houseReadings], [120, 12]);
    const later = await readingsOf(first.houseId, 'account');
    assert.equal(later.length, 130);
    assert.deepEqual(
      later.filter((reading) => reading.period !== '2026-08'),
      earlier,
    );
    for (const litres of (await litresOf(first.houseId, 'account')).values()) {
      assert.equal(litres.length, 13);
      assert.ok(litres.every((volume) => volume > 0n && volume < 30_000n));
    }
  } finally {
    core.clock.now = today;
  }
});

test('a call after months without one leaves no gap in the counters', async () => {
  const organizationId = await core.organizationOf(8);
  const first = await seeded(organizationId, 0, 8);
  const today = core.clock.now;
  core.clock.now = new Date('2028-02-01T00:00:00Z');
  try {
    const next = await seeded(organizationId, first.houseId, 8);
    assert.deepEqual([next.months[0], next.months[11]], ['2027-02', '2028-01']);
    assert.deepEqual([next.readings, next.houseReadings], [120, 12]);
    assert.equal((await readingsOf(first.houseId, 'account')).length, 300);
  } finally {
    core.clock.now = today;
  }
});

test('parallel calls for a new house make one house; the others learn which', async () => {
  const organizationId = await core.organizationOf(9);
  const responses = await Promise.all(
    Array.from({ length: 4 }, async () => seed(organizationId, 0, 9)),
  );
  const made = responses.filter((response) => response.status === 201);
  assert.equal(made.length, 1);
  const { houseId } = made[0]!.body;
  for (const response of responses.filter((other) => !made.includes(other))) {
    assert.equal(response.status, 409);
    const { problem } = response;
    assert.equal(problem.code, 'account-number-taken');
    assert.match(problem.detail ?? '', new RegExp(`houseId ${houseId} `));
  }
});

test('parallel calls for one house get the same answer', async () => {
  const organizationId = await core.organizationOf(10);
  const { houseId } = await seeded(organizationId, 0, 10);
  await sql`delete from meter_readings where house_id = ${houseId}`.execute(core.db);
  const answers = await Promise.all(
    Array.from({ length: 4 }, async () => seeded(organizationId, houseId, 10)),
  );
  for (const answer of answers) assert.deepEqual(answer, answers[0]);
  assert.equal((await readingsOf(houseId, 'account')).length, 120);
});

test('houses and organizations of others are a 404, and a smaller role is not enough', async () => {
  const organizationId = await core.organizationOf(11);
  const { houseId } = await seeded(organizationId, 0, 11);
  const other = await core.organizationOf(12);
  await core.db
    .insertInto('organizationMembers')
    .values({ organizationId: organizationId, userId: 13, role: 'accountant' })
    .execute();
  assert.equal((await seed(other, houseId, 12)).status, 404, 'a house of another organization');
  assert.equal((await seed(organizationId, houseId, 12)).status, 404, 'no member');
  assert.equal((await seed(organizationId, 987_654, 11)).status, 404, 'no such house');
  assert.equal((await seed(987_654, 0, 'admin')).status, 404, 'no such organization');
  assert.equal((await seed(organizationId, houseId, 13)).status, 403, 'an accountant');
  assert.equal((await seed(organizationId, houseId, 'admin')).status, 201, 'the admin');
});

const badBodies = [
  { body: {}, why: 'nothing' },
  { body: { organizationId: 1 }, why: 'no house' },
  { body: { organizationId: '1', houseId: 0 }, why: 'a text for an id' },
  { body: { organizationId: 1, houseId: null }, why: 'null' },
  { body: { organizationId: 1, houseId: -1 }, why: 'below zero' },
  { body: { organizationId: 1, houseId: 0.5 }, why: 'half a house' },
  { body: { organizationId: 0, houseId: 0 }, why: 'organization zero' },
  { body: { organizationId: 1, houseId: 0, months: 12 }, why: 'an unknown field' },
];
for (const { body, why } of badBodies) {
  test(`a body with ${why} is a 400`, async () => {
    const response = await core.ask(1, seedGoldenHouse, { body });
    assert.equal(response.status, 400, response.text);
    assert.equal(response.problem.code, 'validation-failed');
  });
}

test('the deliberate special cases of the house are present', async (t) => {
  const organizationId = await core.organizationOf(20);
  const { houseId } = await seeded(organizationId, 0, 20);
  const rooms = await litresOf(houseId, 'account');
  const [house] = [...(await litresOf(houseId, 'house')).values()];
  const serialOf = async (accountNumber: string): Promise<string> => {
    const { rows } = await sql<{ serial: string }>`
      select m.serial_number as serial
      from meters m join personal_accounts a on a.house_id = m.house_id and a.id = m.personal_account_id
      where m.house_id = ${houseId} and a.account_number = ${accountNumber}
    `.execute(core.db);
    return rows[0]!.serial;
  };

  await t.test('the ten rooms have areas that add up to 500 square metres', async () => {
    const { rows } = await sql`
      select sum(area)::text as total, count(distinct area) as areas from rooms where house_id = ${houseId}
    `.execute(core.db);
    assert.deepEqual(rows, [{ total: '500.00', areas: 10 }]);
  });

  await t.test("LS03's five-digit counter rolls over once, in the ninth month", async () => {
    const { rows } = await sql`
      select a.account_number, to_char(r.period, 'YYYY-MM') as period, r.value, m.digits
      from meter_readings r
      join meters m on m.house_id = r.house_id and m.id = r.meter_id
      join personal_accounts a on a.house_id = m.house_id and a.id = m.personal_account_id
      where r.house_id = ${houseId} and r.rollover
    `.execute(core.db);
    assert.deepEqual(rows, [
      { accountNumber: 'LS03', period: '2026-04', value: '4.170', digits: 5 },
    ]);
  });

  await t.test('nobody is registered at LS04, which has two owners', async () => {
    const { rows } = await sql`
      select a.owners, p.person_count from personal_accounts a
      join registered_persons p on p.house_id = a.house_id and p.personal_account_id = a.id
      where a.house_id = ${houseId} and a.account_number = 'LS04'
    `.execute(core.db);
    assert.deepEqual(rows, [{ owners: 2, personCount: 0 }]);
  });

  await t.test('a fourth person registers at LS05 on the 16th of the eighth month', async () => {
    const { rows } = await sql`
      select p.valid_from, p.person_count from personal_accounts a
      join registered_persons p on p.house_id = a.house_id and p.personal_account_id = a.id
      where a.house_id = ${houseId} and a.account_number = 'LS05' order by p.valid_from
    `.execute(core.db);
    assert.deepEqual(rows, [
      { validFrom: '2025-08-01', personCount: 3 },
      { validFrom: '2026-03-16', personCount: 4 },
    ]);
  });

  await t.test(
    'LS10 opens on the 16th of the first month with its meter and all readings',
    async () => {
      const { rows } = await sql`
      select a.opened_on, m.installed_on from personal_accounts a
      join meters m on m.house_id = a.house_id and m.personal_account_id = a.id
      where a.house_id = ${houseId} and a.account_number = 'LS10'
    `.execute(core.db);
      assert.deepEqual(rows, [{ openedOn: '2025-08-16', installedOn: '2025-08-16' }]);
      assert.equal(rooms.get(await serialOf('LS10'))?.length, 12);
    },
  );

  await t.test('the house meter shows less than the rooms in the fifth month only', () => {
    const common = (house ?? []).map(
      (litres, month) => litres - sumBy(rooms.values(), (of) => of[month] ?? 0n),
    );
    assert.deepEqual(common, [
      3250n,
      2980n,
      3410n,
      2765n,
      -1840n,
      3120n,
      2890n,
      3305n,
      3075n,
      2655n,
      3490n,
      2940n,
    ]);
  });

  await t.test('cold water gets more expensive on the first day of the seventh month', async () => {
    const { rows } = await sql`
      select u.code, t.value, t.valid_from, t.valid_to from service_tariffs t
      join house_services s on s.house_id = t.house_id and s.id = t.house_service_id
      join utility_services u on u.id = s.utility_service_id
      where t.house_id = ${houseId} and u.code = 'cold-water' order by t.valid_from
    `.execute(core.db);
    assert.deepEqual(rows, [
      { code: 'cold-water', value: '49.1900', validFrom: '2025-08-01', validTo: '2026-01-31' },
      { code: 'cold-water', value: '53.6100', validFrom: '2026-02-01', validTo: null },
    ]);
  });

  await t.test('a room uses twelve times its usual month in a year', async () => {
    const year = rooms.get(await serialOf('LS07'))?.reduce((sum, litres) => sum + litres, 0n);
    assert.equal(year, 12n * 15_100n);
  });
});

test('a removed meter gets no more readings', async () => {
  const organizationId = await core.organizationOf(31);
  const { houseId } = await seeded(organizationId, 0, 31);
  await sql`
    update meters set removed_on = '2026-06-30' where house_id = ${houseId} and serial_number like '%02'
  `.execute(core.db);
  await sql`delete from meter_readings where house_id = ${houseId} and period >= '2026-06-01'`.execute(
    core.db,
  );
  const { readings, houseReadings } = await seeded(organizationId, houseId, 31);
  assert.deepEqual([readings, houseReadings], [119, 12]);
});
