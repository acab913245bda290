// A service that charges nothing to anybody prevents closing the month until somebody fixes it, also when the month is applied.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { closeCycle } from '@kvartplata/contracts/billing/close.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse, replaceHouse } from '@kvartplata/contracts/core/houses.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { type Endpoint } from '@kvartplata/contracts/endpoint.ts';
import type { ChargingMethod } from '@kvartplata/domain/charging/charging-methods.ts';
import {
  acceptCheck,
  type ClosingCheck,
  listClosingChecks,
} from '@kvartplata/contracts/billing/closing-checks.ts';
import { clientOf, type Person, signUp } from '@kvartplata/platform/testing/people.ts';
import type { Sent } from '@kvartplata/platform/testing/answered.ts';
import { computeMonth } from './testing/computed-month.ts';
import { ask } from './testing/people.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const ADDRESS = 'ул. Тёплая, 1';
const WHOLE_YEAR = Array.from({ length: 12 }, (_, index) => index + 1);
/** The previous month: it is over. */
const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const FIRST_DAY = MONTH.toPlainDate({ day: 1 }).toString();

let services: ThreeServices;
let owner: Person;
let call: Client['call'];

before(async () => {
  services = await startThreeServices();
  owner = await signUp(services, 'owner');
  ({ call } = clientOf(services, owner));
});
after(async () => services.stop());

/** A house with an account, heating without a season, and upkeep. */
async function makeHouse(): Promise<number> {
  const { id: organizationId } = await call(createOrganization, { body: { name: 'Тепло' } });
  const house = { organizationId, address: ADDRESS };
  const { id: houseId } = await call(createHouse, { body: house });
  const params = { houseId };
  const room = { number: '1', area: '50' };
  const { id: roomId } = await call(createRoom, { params, body: room });
  const account = { roomId, accountNumber: '1', payer: 'Петров П. П.', openedOn: FIRST_DAY };
  await call(createPersonalAccount, { params, body: account });
  await makeService(houseId, 'heating', 'heating', '0.02');
  await makeService(houseId, 'upkeep', 'area');
  return houseId;
}

async function makeService(
  houseId: number,
  code: string,
  method: ChargingMethod,
  norm?: string,
): Promise<void> {
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const utilityServiceId = items.find((one) => one.code === code)?.id ?? 0;
  const service = { utilityServiceId, method, validFrom: FIRST_DAY };
  const { id } = await call(createHouseService, { params: { houseId }, body: service });
  const params = { houseServiceId: id };
  const value = { validFrom: FIRST_DAY, basis: 'Приказ', value: '2000' };
  await call(createTariff, { params, body: value });
  if (norm !== undefined) await call(createNorm, { params, body: { ...value, value: norm } });
}

async function refusalOf(operation: Endpoint, sent: Sent): Promise<string> {
  const answer = await ask(services, owner.authorization, operation, sent);
  assert.equal(answer.status, 409);
  return answer.problem.code;
}

test('heating without a season keeps the month open until a correction has charged it', async () => {
  const houseId = await makeHouse();
  const job = await computeMonth(clientOf(services, owner), { houseId }, MONTH.toString());
  const params = { cycleId: job.billingCycleId };
  const check = async (): Promise<ClosingCheck | undefined> => {
    const { items } = await call(listClosingChecks, { params });
    return items.find(({ code }) => code === 'nothing-charged');
  };
  const found = await check();
  assert.equal(found?.state, 'BLOCKING');
  assert.deepEqual(
    found.rows.map((row) => [row.houseId, row.serviceCode]),
    [[houseId, 'heating']],
  );
  const accepting = {
    params: { ...params, check: 'nothing-charged' },
    body: { note: 'так и надо' },
  };
  assert.equal(await refusalOf(acceptCheck, accepting), 'check-blocking');
  await call(applyCycle, { params });
  assert.equal(await refusalOf(closeCycle, { params }), 'check-blocking');

  const season = { address: ADDRESS, heatingMonths: WHOLE_YEAR };
  await call(replaceHouse, { params: { houseId }, body: season });
  const correction = {
    houseId,
    periodFrom: MONTH.toString(),
    periodTo: MONTH.toString(),
    reason: 'месяцы отопления',
    dryRun: false,
  };
  const { amount } = await call(createCorrection, { body: correction });
  assert.equal(amount, '2000.00'); // 50 × 0.02 × 2000
  assert.equal((await check())?.state, 'OK');
  const closed = await call(closeCycle, { params });
  assert.equal(closed.status, 'CLOSED');
});
