import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request, type IncomingMessage } from 'node:http';
import { after, before, test } from 'node:test';
import { addressOf } from '@kvartplata/contracts/address.ts';
import {
  getHouseBillingSnapshot,
  type SnapshotAccount,
  type SnapshotHouse,
  SnapshotLine,
} from '@kvartplata/contracts/core/billing-snapshot.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { sql } from 'kysely';
import { Check } from 'typebox/value';
import type { Tables } from '../../tables.ts';
import { createTestApp, type TestApp } from '../../testing/test-app.ts';
import { readBillingSnapshot } from './billing-snapshot.service.ts';

let core: TestApp;
let houseId: number;
let organizationId: number;
let baseUrl: string;

before(async () => {
  core = await createTestApp();
  organizationId = await core.organizationOf(1);
  const response = await core.ask(1, seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  ({ houseId } = response.body);
  baseUrl = await core.app.listen({ port: 0, host: '127.0.0.1' });
});
after(async () => core.close());

function asked(period: string | undefined, house: number | string = houseId) {
  return { params: { houseId: house }, query: { period } };
}

async function snapshotOf(period: string, house = houseId) {
  const response = await core.askAsService(getHouseBillingSnapshot, asked(period, house));
  assert.equal(response.status, 200, response.text);
  assert.equal(response.headers.get('content-type'), 'application/x-ndjson');
  assert.ok(response.text.endsWith('\n'));
  const lines = response.text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as SnapshotLine);
  const accounts = lines.filter((line) => line.line === 'account');
  return {
    lines,
    house: lines[0] as SnapshotHouse,
    accounts: new Map(accounts.map((account) => [account.accountNumber, account])),
  };
}

function accountOf(accounts: ReadonlyMap<string, SnapshotAccount>, number: string) {
  const account = accounts.get(number);
  assert.ok(account, `${number} is not in the snapshot`);
  return account;
}

test('the house comes first, then its ten accounts, then the end, each in its declared shape', async () => {
  const { lines } = await snapshotOf('2025-08');
  assert.deepEqual(
    lines.map((line) => line.line),
    ['house', ...Array.from({ length: 10 }, () => 'account'), 'end'],
  );
  for (const line of lines) assert.ok(Check(SnapshotLine, line), JSON.stringify(line));
  assert.deepEqual(lines.at(-1), { line: 'end', accounts: 10, lateMeters: [] });
});

test('the house line carries the services of the month with their tariffs and norms', async () => {
  const { house } = await snapshotOf('2025-08');
  assert.equal(house.houseId, houseId);
  assert.equal(house.organizationId, organizationId);
  assert.equal(house.period, '2025-08');
  assert.equal(house.roomsArea, '500.00');
  assert.equal(house.accounts, 10);
  assert.deepEqual(house.heatingMonths, [1, 2, 3, 4, 10, 11, 12]);
  assert.deepEqual(
    house.services.map(({ code, method, precision, heatingMode, tariffs, norms }) => [
      code,
      method,
      precision,
      heatingMode,
      tariffs.map(({ value }) => value),
      norms.map(({ value }) => value),
    ]),
    [
      ['cold-water', 'meter', 3, null, ['49.1900'], ['4.200000']],
      ['hot-water', 'norm', 3, null, ['214.8700'], ['3.190000']],
      ['water-disposal', 'water-disposal', 3, null, ['38.5200'], []],
      ['heating', 'heating', 6, 'season', ['2371.7200'], ['0.019500']],
      ['electricity', 'norm', 3, null, ['5.4700'], ['85.000000']],
      ['upkeep', 'area', 2, null, ['34.1800'], []],
      ['cold-water-odn', 'odn', 3, null, ['49.1900'], []],
    ],
  );
  assert.deepEqual(house.services[0]?.tariffs[0], {
    validFrom: '2025-08-01',
    validTo: '2026-01-31',
    value: '49.1900',
    basis: 'Приказ Комитета по тарифам Зареченской области от 11.07.2025 № 87-т',
    component: null,
  });
  const odn = house.services.find((service) => service.code === 'cold-water-odn');
  assert.equal(house.meters.length, 1);
  assert.equal(house.meters[0]?.houseServiceId, odn?.houseServiceId);
  assert.deepEqual(house.meters[0]?.previous, { value: '12500.000', takenOn: '2025-08-01' });
});

test('each service carries its facts from the catalogue, and K for the days of the month', async () => {
  const factsOf = async (period: string) => {
    const { house } = await snapshotOf(period);
    return house.services.map(
      ({ code, drainsInto, commonNeedsOf, followsAbsence, countsUnverified, coefficients }) => [
        code,
        drainsInto,
        commonNeedsOf.join(),
        followsAbsence,
        countsUnverified,
        coefficients
          .map(({ value, validFrom, validTo }) => `${value} ${validFrom} ${validTo}`)
          .join(),
      ],
    );
  };
  const hot = '1.50 2017-01-01 null';
  const cold = ['1.50 2017-01-01 2025-12-05', '3.00 2025-12-06 null'];
  const inMonth = (k: string) => [
    ['cold-water', 'water-disposal', '', true, false, k],
    ['hot-water', 'water-disposal', '', true, false, hot],
    ['water-disposal', null, '', true, false, ''],
    ['heating', null, '', false, false, ''],
    ['electricity', null, '', true, true, hot],
    ['upkeep', null, '', false, false, ''],
    ['cold-water-odn', null, 'cold-water', false, false, ''],
  ];
  assert.deepEqual(await factsOf('2025-11'), inMonth(cold[0] ?? ''));
  assert.deepEqual(await factsOf('2025-12'), inMonth(cold.join()));
  assert.deepEqual(await factsOf('2026-01'), inMonth(cold[1] ?? ''));
  const { house } = await snapshotOf('2026-01');
  assert.deepEqual(house.services[0]?.everydayName, { ru: 'холодная вода', en: 'cold water' });
  assert.deepEqual(
    house.services.map(({ kind }) => kind),
    ['utility', 'utility', 'utility', 'utility', 'utility', 'housing', 'housing'],
  );
});

test('only tariffs in force in the month are included', async () => {
  const january = await snapshotOf('2026-01');
  const february = await snapshotOf('2026-02');
  assert.deepEqual(
    [january, february].map(({ house }) => house.services[0]?.tariffs.map(({ value }) => value)),
    [['49.1900'], ['53.6100']],
  );
});

test('a counter that rolled over carries its readings before and after', async () => {
  const { accounts } = await snapshotOf('2026-04');
  const [meter] = accountOf(accounts, 'LS03').meters;
  assert.equal(meter?.digits, 5);
  assert.deepEqual(meter?.current, { value: '4.170', takenOn: '2026-04-25', rollover: true });
  assert.deepEqual(meter?.previous, { value: '99992.730', takenOn: '2026-03-25' });
});

test('an account opened in the month counts from its own meter', async () => {
  const { accounts } = await snapshotOf('2025-08');
  const account = accountOf(accounts, 'LS10');
  assert.equal(account.openedOn, '2025-08-16');
  assert.equal(account.closedOn, null);
  assert.equal(account.area, '71.30');
  assert.equal(account.share, '1.00000000');
  assert.deepEqual(account.registeredPersons, [{ count: 2, validFrom: '2025-08-16' }]);
  assert.deepEqual(account.meters[0]?.previous, { value: '0.000', takenOn: '2025-08-16' });
});

test('registered persons are the counts in force in the month, in order of date', async () => {
  const personsOf = async (period: string) =>
    accountOf((await snapshotOf(period)).accounts, 'LS05').registeredPersons;
  const three = { count: 3, validFrom: '2025-08-01' };
  const four = { count: 4, validFrom: '2026-03-16' };
  assert.deepEqual(await personsOf('2026-02'), [three]);
  assert.deepEqual(await personsOf('2026-03'), [three, four]);
  assert.deepEqual(await personsOf('2026-04'), [four]);
});

test('before its first month the house has no accounts, and its meter has no readings', async () => {
  const { lines, house } = await snapshotOf('2025-07');
  assert.deepEqual(lines.at(-1), { line: 'end', accounts: 0, lateMeters: [] });
  assert.equal(lines.length, 2);
  assert.deepEqual(house.services, []);
  assert.deepEqual(
    house.meters.map(({ previous, current }) => ({ previous, current })),
    [{ previous: null, current: null }],
  );
});

test('a month without readings counts from the last reading', async () => {
  const { accounts, house } = await snapshotOf('2026-12');
  const july = await snapshotOf('2026-07');
  for (const [number, account] of accounts) {
    assert.equal(account.meters[0]?.current, null);
    const { value, takenOn } = accountOf(july.accounts, number).meters[0]?.current ?? {};
    assert.deepEqual(account.meters[0]?.previous, { value, takenOn });
  }
  assert.equal(house.meters[0]?.previous?.takenOn, '2026-07-25');
});

test('accounts closed before the month and meters removed before it are left out', async () => {
  const other = await core.organizationOf(2);
  const response = await core.ask(2, seedGoldenHouse, {
    body: { organizationId: other, houseId: 0 },
  });
  const house = response.body.houseId;
  await sql`
    update personal_accounts set closed_on = '2025-10-10' where house_id = ${house} and account_number = 'LS01'
  `.execute(core.db);
  await sql`
    update meters set removed_on = '2025-10-10' where house_id = ${house} and serial_number like '%02'
  `.execute(core.db);
  const october = await snapshotOf('2025-10', house);
  const november = await snapshotOf('2025-11', house);
  assert.equal(accountOf(october.accounts, 'LS01').closedOn, '2025-10-10');
  assert.equal(accountOf(october.accounts, 'LS02').meters.length, 1);
  assert.equal(november.accounts.has('LS01'), false);
  assert.equal(november.house.accounts, 9);
  assert.equal(accountOf(november.accounts, 'LS02').meters.length, 0);
});

test('pages of any size hold the same lines', async () => {
  const period = Temporal.PlainYearMonth.from('2026-03');
  const whole = (await snapshotOf('2026-03')).lines;
  for (const size of [1, 3, 5, 10, 11]) {
    const lines: unknown[] = [];
    for await (const page of readBillingSnapshot(
      core.db,
      { organizationId, houseIds: [houseId] },
      period,
      size,
    )) {
      assert.ok(page.length <= size || size === 1);
      lines.push(...page);
    }
    assert.deepEqual(lines, whole, `pages of ${size}`);
  }
});

test('the lines are one consistent snapshot, whatever is written while they are read', async () => {
  const period = Temporal.PlainYearMonth.from('2026-03');
  const pages = readBillingSnapshot(core.db, { organizationId, houseIds: [houseId] }, period, 4);
  const lines: SnapshotLine[] = [...((await pages.next()).value ?? [])];
  await sql`
    update meter_readings set value = value + 1 where house_id = ${houseId} and period = '2026-03-01'
  `.execute(core.db);
  await sql`update personal_accounts set payer = 'Другой', owners = 7 where house_id = ${houseId}`.execute(
    core.db,
  );
  for await (const page of pages) lines.push(...page);
  await sql`
    update meter_readings set value = value - 1 where house_id = ${houseId} and period = '2026-03-01'
  `.execute(core.db);
  const owners = lines.flatMap((line) => (line.line === 'account' ? [line.owners] : []));
  assert.equal(owners.includes(7), false);
  const ninth = lines.find((line) => line.line === 'account' && line.accountNumber === 'LS09');
  assert.deepEqual(
    ninth?.line === 'account' && ninth.meters,
    accountOf((await snapshotOf('2026-03')).accounts, 'LS09').meters,
  );
});

test('a missing house is a 404, a malformed period or id a 400', async () => {
  const statusOf = async (...of: Parameters<typeof asked>) =>
    (await core.askAsService(getHouseBillingSnapshot, asked(...of))).status;
  assert.equal(await statusOf('2026-03', 987_654), 404);
  for (const bad of ['2026-13', '2026-3', '202603', undefined])
    assert.equal(await statusOf(bad), 400, String(bad));
  for (const id of ['0', '0x10', '1e3', '-1', '99999999999999999999'])
    assert.equal(await statusOf('2026-03', id), 400, id);
});

test("a user's token is refused, even the admin's", async () => {
  const asking = { params: { houseId }, query: { period: '2026-03' } };
  for (const user of [1, 'admin'] as const) {
    const response = await core.ask(user, getHouseBillingSnapshot, asking);
    assert.equal(response.status, 401);
    assert.equal(response.problem.code, 'service-token-required');
  }
  assert.equal((await core.app.inject(addressOf(getHouseBillingSnapshot, asking))).statusCode, 401);
});

test('a reader that stops early returns its connection', async () => {
  const small = openDatabase<Tables>({
    url: core.databaseUrl,
    poolSize: 1,
    applicationName: 'core-early-leaver',
  });
  const period = Temporal.PlainYearMonth.from('2026-03');
  try {
    for (let attempt = 0; attempt < 3; attempt += 1) {
      for await (const page of readBillingSnapshot(
        small.db,
        { organizationId, houseIds: [houseId] },
        period,
        1,
      )) {
        if (page[0]?.line === 'account') break;
      }
    }
    assert.equal(small.pool.idleCount, 1);
  } finally {
    await small.db.destroy();
  }
});

test('a database session that ends in mid-stream breaks the connection and leaves the service running', async () => {
  const other = await core.organizationOf(3);
  const big = await makeBigHouse(other, 12_000);
  const answer = await readSlowly(big, endSnapshotSessions);
  assert.equal(answer.failed, true, 'the reader must see that the answer broke off');
  assert.equal(answer.body.includes('"line":"end"'), false);
  assert.equal((await snapshotOf('2026-03')).lines.length, 12, 'the pool heals');
});

/** Reads the first bytes, waits for `meanwhile`, and continues. */
async function readSlowly(
  house: number,
  meanwhile: () => Promise<void>,
): Promise<{ readonly body: string; readonly failed: boolean }> {
  const authorization = await core.serviceAuthorization();
  const address = addressOf(getHouseBillingSnapshot, {
    params: { houseId: house },
    query: { period: '2026-03' },
  });
  const outgoing = request(baseUrl + address, { headers: { authorization } });
  outgoing.end();
  const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
  response.setEncoding('utf8');
  let body = '';
  try {
    for await (const chunk of response) {
      if (body === '') await meanwhile();
      body += String(chunk);
    }
    return { body, failed: false };
  } catch {
    return { body, failed: true };
  }
}

/** A house with so many accounts that its snapshot does not fit into the buffers between two processes. */
async function makeBigHouse(organization: number, accounts: number): Promise<number> {
  const { id } = await core.db
    .insertInto('houses')
    .values({ organizationId: organization, address: 'г. Тула, пр. Ленина, д. 2' })
    .returning('id')
    .executeTakeFirstOrThrow();
  await sql`insert into rooms (organization_id, house_id, number, area) values (${organization}, ${id}, '1', 30)`.execute(
    core.db,
  );
  await sql`
    insert into account_numbers (organization_id, account_number, house_id)
    select ${organization}, lpad(n::text, 30, '0'), ${id} from generate_series(1, ${accounts}::int) as n
  `.execute(core.db);
  await sql`
    insert into personal_accounts (organization_id, house_id, room_id, account_number, payer, opened_on)
    select account_numbers.organization_id, account_numbers.house_id, rooms.id, account_numbers.account_number, 'Иванов', '2020-01-01'
    from account_numbers
    join rooms on rooms.organization_id = account_numbers.organization_id and rooms.house_id = account_numbers.house_id
    where account_numbers.house_id = ${id}
  `.execute(core.db);
  await sql`
    insert into registered_persons (organization_id, house_id, personal_account_id, valid_from, person_count)
    select organization_id, house_id, id, date '2026-03-01' + n, n
    from personal_accounts, generate_series(0, 30) as n
    where house_id = ${id}
  `.execute(core.db);
  return id;
}

/** Ends the snapshot's database session as soon as it waits for its reader. */
async function endSnapshotSessions(): Promise<void> {
  for (let ended = 0; ended === 0;) {
    const { rows } = await sql`
      select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where application_name = 'core-test' and state = 'idle in transaction' and datname = current_database()
    `.execute(core.db);
    ended = rows.length;
  }
}
