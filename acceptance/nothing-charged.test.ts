// A service that charges nothing to anybody keeps its month open until somebody has put it in order, also once the month
// is in the books.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import type { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { signUp, type Person } from '@kvartplata/platform/testing/people.ts';
import { ask, get } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const ADDRESS = 'ул. Тёплая, 1';
const WHOLE_YEAR = Array.from({ length: 12 }, (_, index) => index + 1);
/** The month before this one: it is over. */
const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const FIRST_DAY = MONTH.toPlainDate({ day: 1 }).toString();

let services: ThreeServices;
let owner: Person;

before(async () => {
  services = await startThreeServices();
  owner = await signUp(services, 'owner');
});
after(async () => services.stop());

const core = async <T = { readonly id: number }>(method: string, path: string, body?: object) =>
  get<T>(owner, method, `${services.urls.core}/api/${path}`, body);
const billing = async <T>(method: string, path: string, body?: object) =>
  get<T>(owner, method, `${services.urls.billing}/api/billing/${path}`, body);

/** A house with an account, heating without a season, and upkeep. */
async function makeHouse(): Promise<number> {
  const { id: organizationId } = await core('POST', 'organizations', { name: 'Тепло' });
  const { id: houseId } = await core('POST', 'houses', { organizationId, address: ADDRESS });
  const room = { number: '1', area: '50' };
  const { id: roomId } = await core('POST', `houses/${houseId}/rooms`, room);
  const account = { roomId, accountNumber: '1', payer: 'Петров П. П.', openedOn: FIRST_DAY };
  await core('POST', `houses/${houseId}/personal-accounts`, account);
  await makeService(houseId, 'heating', 'heating', '0.02');
  await makeService(houseId, 'upkeep', 'area');
  return houseId;
}

async function makeService(
  houseId: number,
  code: string,
  method: string,
  norm?: string,
): Promise<void> {
  type Named = { readonly id: number; readonly code: string };
  const { items } = await core<PageOf<Named>>('GET', 'utility-services?limit=200');
  const utilityServiceId = items.find((one) => one.code === code)?.id;
  const service = { utilityServiceId, method, validFrom: FIRST_DAY };
  const { id } = await core('POST', `houses/${houseId}/services`, service);
  const value = { validFrom: FIRST_DAY, basis: 'Приказ', value: '2000' };
  await core('POST', `house-services/${id}/tariffs`, value);
  if (norm !== undefined)
    await core('POST', `house-services/${id}/norms`, { ...value, value: norm });
}

async function refusalOf(path: string, body?: object): Promise<string> {
  const url = `${services.urls.billing}/api/billing/${path}`;
  const answer = await ask(owner.authorization, 'POST', url, body);
  assert.equal(answer.status, 409);
  return (answer.body as Problem).code;
}

test('heating without a season keeps the month open until a correction has charged it', async () => {
  const houseId = await makeHouse();
  const { year, month } = MONTH;
  const job = await billing<CalculationJob>('POST', 'calculation-jobs', { houseId, year, month });
  await until('the month is computed', async () => {
    const { status } = await billing<CalculationJob>('GET', `calculation-jobs/${job.id}`);
    return status === 'COMPLETED';
  });
  const cycle = `cycles/${job.billingCycleId}`;
  const check = async (): Promise<ClosingCheck | undefined> => {
    const { items } = await billing<PageOf<ClosingCheck>>('GET', `${cycle}/checks`);
    return items.find(({ code }) => code === 'nothing-charged');
  };
  const found = await check();
  assert.equal(found?.state, 'BLOCKING');
  assert.deepEqual(
    found.rows.map((row) => [row.houseId, row.serviceCode]),
    [[houseId, 'heating']],
  );
  const accept = `${cycle}/checks/nothing-charged/accept`;
  assert.equal(await refusalOf(accept, { note: 'так и надо' }), 'check-blocking');
  await billing('POST', `${cycle}/apply`);
  assert.equal(await refusalOf(`${cycle}/close`), 'check-blocking');

  const season = { address: ADDRESS, heatingMonths: WHOLE_YEAR };
  await core('PUT', `houses/${houseId}`, season);
  const correction = {
    houseId,
    periodFrom: MONTH.toString(),
    periodTo: MONTH.toString(),
    reason: 'месяцы отопления',
    dryRun: false,
  };
  const { amount } = await billing<CorrectionOutcome>('POST', 'corrections', correction);
  assert.equal(amount, '2000.00'); // 50 × 0.02 × 2000
  assert.equal((await check())?.state, 'OK');
  const closed = await billing<BillingCycle>('POST', `${cycle}/close`);
  assert.equal(closed.status, 'CLOSED');
});
