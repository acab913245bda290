// A house that comes after its month was applied: it is calculated and applied by itself, and till then it is a draft.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import type { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { TurnoverReport } from '@kvartplata/contracts/billing/turnover.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import pg from 'pg';
import { listDrift } from '../../books/account-balances/account-balances.repository.ts';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { putTariff } from '../../testing/core-facts.ts';
import {
  askAt,
  calculate,
  post,
  readAllAt,
  seedHouse,
  type Answer,
  type TestUser,
} from '../../testing/test-user.ts';

const JOBS = '/api/billing/calculation-jobs';

let stand: BillingStand;
let database: pg.Pool;
let user: TestUser;
let organizationId: number;
let early: number;
let late: number;
let period: string;
let cycleId: number;

before(async () => {
  stand = await startBillingStand();
  database = new pg.Pool({ connectionString: stand.databaseUrl, max: 2 });
  database.on('error', () => {});
  user = await stand.newUser();
  const house = await seedHouse(stand.coreUrl, user);
  ({ organizationId, houseId: early } = house);
  period = house.months[1] ?? '';
  cycleId = (await calculate(stand.app, user, { organizationId }, period)).billingCycleId;
  assert.equal((await apply()).status, 200);
});
after(async () => {
  assert.deepEqual(await listDrift(stand.db), []);
  await database.end();
  await stand.stop();
});

async function apply(body?: object): Promise<Answer<AppliedCycle & Problem>> {
  return askAt(stand.app, user, 'POST', `/api/billing/cycles/${cycleId}/apply`, body);
}

async function get<T>(path: string): Promise<T> {
  const { status, body } = await askAt<T>(stand.app, user, 'GET', `/api/billing/${path}`);
  assert.equal(status, 200, JSON.stringify(body));
  return body;
}

async function askForJob(what: object): Promise<Answer<Problem>> {
  const [year, month] = period.split('-').map(Number);
  return askAt(stand.app, user, 'POST', JOBS, { ...what, year, month });
}

async function chargesOf(houseId: number): Promise<readonly Charge[]> {
  const url = `/api/billing/charges/by-house/${houseId}?period=${period}&limit=200`;
  return readAllAt<Charge>(stand.app, user, url);
}

async function statusesOf(houseId: number): Promise<readonly string[]> {
  return [...new Set((await chargesOf(houseId)).map(({ status }) => status))];
}

async function balancesOf(houseId: number): Promise<readonly AccountBalance[]> {
  return (await get<PageOf<AccountBalance>>(`account-balances?houseId=${houseId}`)).items;
}

async function chargedIn(houseId: number): Promise<string> {
  const url = `reports/turnover-balance?houseId=${houseId}&periodFrom=${period}&periodTo=${period}`;
  return (await get<TurnoverReport>(url)).totals.charged;
}

/** With upkeep alone, for two accounts. */
async function makeLateHouse(address: string, prefix: string): Promise<number> {
  const add = async (path: string, body: object): Promise<number> =>
    ((await post(`${stand.coreUrl}/api/${path}`, user, body)) as { id: number }).id;
  const since = { validFrom: '2025-01-01' };
  const houseId = await add('houses', { organizationId, address });
  for (const number of ['1', '2']) {
    const roomId = await add(`houses/${houseId}/rooms`, { number, area: '50' });
    await add(`houses/${houseId}/personal-accounts`, {
      roomId,
      accountNumber: `${prefix}-${number}`,
      payer: 'Иванов',
      registeredPersons: 1,
      openedOn: '2025-01-01',
    });
  }
  const response = await fetch(`${stand.coreUrl}/api/utility-services?limit=200`, {
    headers: { authorization: user.authorization },
  });
  const { items } = (await response.json()) as PageOf<UtilityService>;
  const utilityServiceId = items.find(({ code }) => code === 'upkeep')?.id;
  const service = { utilityServiceId, method: 'area', ...since };
  const serviceId = await add(`houses/${houseId}/services`, service);
  await add(`house-services/${serviceId}/tariffs`, { ...since, value: '30', basis: 'Приказ' });
  return houseId;
}

test('an organization whose houses are all applied has no more to compute or to apply', async () => {
  for (const what of [
    { houseId: early },
    { organizationId },
    { organizationId, houseIds: [early] },
  ])
    assert.equal((await askForJob(what)).body.code, 'cycle-not-draft');
  const again = await apply();
  assert.deepEqual([again.status, again.body.code], [409, 'nothing-to-apply']);
});

test('a house that comes later is calculated, and is a draft beside the applied one', async () => {
  late = await makeLateHouse('ул. Поздняя, 1', 'LATE');
  const job = await calculate(stand.app, user, { organizationId }, period);
  assert.deepEqual([job.status, job.houseIds, job.billingCycleId], ['COMPLETED', [late], cycleId]);
  assert.deepEqual(await statusesOf(early), ['APPLIED']);
  assert.deepEqual(await statusesOf(late), ['DRAFT']);
  assert.deepEqual(await balancesOf(late), []);
  assert.notEqual(await chargedIn(early), '0.00');
  assert.equal(await chargedIn(late), '0.00');
  const cycle = await get<BillingCycle>(`cycles/${cycleId}`);
  assert.deepEqual([cycle.status, cycle.housesNotApplied], ['APPLIED', 1]);
});

test('the month is not closed over its draft charges', async () => {
  const { status, body } = await askAt(
    stand.app,
    user,
    'POST',
    `/api/billing/cycles/${cycleId}/close`,
  );
  assert.deepEqual([status, body.code], [409, 'check-blocking']);
  assert.match(body.detail ?? '', /draft-charges/);
});

test('a house of the applied month is not computed with it when it is named', async () => {
  const { status, body } = await askForJob({ organizationId, houseIds: [early, late] });
  assert.deepEqual([status, body.code], [409, 'cycle-not-draft']);
});

test('only houses of the organization with draft charges are applied by name', async () => {
  const applied = await apply({ houseIds: [early] });
  assert.deepEqual([applied.status, applied.body.code], [409, 'nothing-to-apply']);
  const strange = await apply({ houseIds: [late, 999_999] });
  assert.deepEqual([strange.status, strange.body.code], [422, 'unprocessable-reference']);
  for (const body of [{ houseIds: [] }, { houses: [late] }, { houseIds: late }])
    assert.equal((await apply(body)).status, 400);
  assert.deepEqual(await statusesOf(late), ['DRAFT']);
});

test('of twenty who apply it at once one books that house, and nothing of the other', async () => {
  const untouched = await balancesOf(early);
  const drafts = await chargesOf(late);
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, nth) =>
      apply(nth % 2 === 0 ? { houseIds: [late] } : undefined),
    ),
  );
  const [done, ...more] = answers.filter(({ status }) => status === 200);
  assert.ok(done);
  assert.deepEqual(more, []);
  const refusals = answers.filter(({ status }) => status !== 200).map(({ body }) => body.code);
  assert.deepEqual(new Set(refusals), new Set(['nothing-to-apply']));
  const booked = drafts.filter(({ amount }) => amount !== '0.00');
  assert.equal(done.body.chargesApplied, drafts.length);
  assert.equal(done.body.ledgerEntriesCreated, booked.length);
  assert.equal(done.body.cycle.housesNotApplied, 0);
  assert.equal(await chargedIn(late), done.body.totalAmount);
  assert.deepEqual(await statusesOf(late), ['APPLIED']);
  assert.deepEqual(await balancesOf(early), untouched);
});

test('nothing of an applied house changes any more, not even past the service', async () => {
  assert.equal((await askForJob({ houseId: late })).body.code, 'cycle-not-draft');
  const spoil = [
    `delete from charges where house_id = ${late} and period = '${period}-01'`,
    `update house_months set applied_at = null where house_id = ${late}`,
    `update house_months set amount = amount + 1 where house_id = ${late}`,
  ];
  for (const statement of spoil)
    await assert.rejects(database.query(statement), /before their house is applied|is applied$/);
});

test('a charge of it is taken back, and the month is corrected in the next one', async () => {
  const charge = (await chargesOf(late)).find(({ amount }) => amount !== '0.00');
  assert.ok(charge);
  const storno = `/api/billing/charges/${charge.id}/storno`;
  const { status } = await askAt(stand.app, user, 'POST', storno, { reason: 'проверка' });
  assert.equal(status, 200);
  await putTariff(stand.coreUrl, user, { houseId: late, code: 'upkeep', value: '40' });
  const corrected = await askAt<CorrectionOutcome>(
    stand.app,
    user,
    'POST',
    '/api/billing/corrections',
    {
      houseId: late,
      periodFrom: period,
      periodTo: period,
      reason: 'Тариф исправлен',
    },
  );
  assert.equal(corrected.status, 201, JSON.stringify(corrected.body));
  assert.deepEqual(corrected.body.months, [period]);
  assert.ok(corrected.body.lines.length > 0);
});

test('another house may still come, although that one has been corrected', async () => {
  const latest = await makeLateHouse('ул. Поздняя, 2', 'LATEST');
  const job = await calculate(stand.app, user, { houseId: latest }, period);
  assert.deepEqual([job.status, job.houseIds], ['COMPLETED', [latest]]);
  assert.equal((await apply({ houseIds: [latest] })).status, 200);
});

test('the month is closed once all its houses are applied, and takes no house after that', async () => {
  const { status, body } = await askAt<BillingCycle>(
    stand.app,
    user,
    'POST',
    `/api/billing/cycles/${cycleId}/close`,
  );
  assert.deepEqual([status, body.status], [200, 'CLOSED'], JSON.stringify(body));
  const applied = await apply();
  assert.deepEqual([applied.status, applied.body.code], [409, 'month-closed']);
  assert.equal((await askForJob({ organizationId })).body.code, 'cycle-not-draft');
});
