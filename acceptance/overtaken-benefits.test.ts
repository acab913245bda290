// Benefits whose grounds change after they were entered: fewer persons are registered, or the norm is deleted. The service is not
// charged, by name and with a reason, rather than wrongly. Figures are calculated by hand, for the previous month, which is over.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { listJobCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { createBenefit } from '@kvartplata/contracts/core/benefits.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm, deleteNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { writeRegisteredPersons } from '@kvartplata/contracts/core/registered-persons.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const MONTH = Temporal.Now.plainDateISO('Europe/Moscow').toPlainYearMonth().subtract({ months: 1 });
const PERIOD = MONTH.toString();
const FIRST = `${PERIOD}-01`;
const DATED = { validFrom: FIRST, basis: 'Приказ' };
/** What is left of 12 m³ at 100.00 for two persons, both entitled to a half of what is within 2 × 5 m³. */
const CHARGED = ['meter 1200.00', 'benefit -500.00'];

let services: ThreeServices;
let client: Client;
let call: Client['call'];

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  ({ call } = client);
});
after(async () => services.stop());

type Flat = { readonly houseId: number; readonly accountId: number; readonly normId: number };

/** In an organization of its own, so that its month can be applied alone. */
async function makeFlat(name: string): Promise<Flat> {
  const { id: organizationId } = await call(createOrganization, { body: { name } });
  const house = { organizationId, address: `ул. Льготная, ${name}` };
  const { id: houseId } = await call(createHouse, { body: house });
  const params = { houseId };
  const { id: roomId } = await call(createRoom, { params, body: { number: '1', area: '50' } });
  const account = { roomId, accountNumber: '1', payer: 'Петров П. П.', registeredPersons: 2 };
  const { id: accountId } = await call(createPersonalAccount, {
    params,
    body: { ...account, openedOn: FIRST },
  });
  const { items } = await call(listUtilityServices, { query: { limit: 200 } });
  const utilityServiceId = items.find(({ code }) => code === 'cold-water')?.id ?? 0;
  const service = { utilityServiceId, method: 'meter', validFrom: FIRST } as const;
  const { id: houseServiceId } = await call(createHouseService, { params, body: service });
  const ofService = { params: { houseServiceId } };
  await call(createTariff, { ...ofService, body: { ...DATED, value: '100' } });
  const norm = await call(createNorm, { ...ofService, body: { ...DATED, value: '5' } });
  await readMeter(houseServiceId, accountId);
  await call(createBenefit, {
    params: { personalAccountId: accountId },
    body: {
      category: 'labour-veteran',
      share: '0.5',
      persons: 2,
      limit: 'norm',
      services: [houseServiceId],
      validFrom: FIRST,
      basis: 'Удостоверение № 17',
    },
  });
  return { houseId, accountId, normId: norm.id };
}

async function readMeter(houseServiceId: number, personalAccountId: number): Promise<void> {
  const { items } = await call(listMeterTypes, { query: { limit: 200 } });
  const { id: meterId } = await call(createMeter, {
    body: {
      houseServiceId,
      ownerType: 'account',
      personalAccountId,
      meterTypeId: items.find(({ code }) => code === 'cold-water')?.id ?? 0,
      serialNumber: 'A-1',
      digits: 5,
      installedOn: FIRST,
      initialReading: '0',
    },
  });
  const reading = { period: PERIOD, value: '12', takenOn: `${PERIOD}-25` };
  await call(createReading, { params: { meterId }, body: reading });
}

async function compute({ houseId, accountId }: Flat) {
  const job = await computeMonth(client, { houseId }, PERIOD);
  const { items } = await call(listJobCharges, { params: { jobId: job.id } });
  return {
    cycleId: job.billingCycleId,
    charges: items.map(({ rateType, amount }) => `${rateType} ${amount}`),
    skipped: job.skipped.map(({ personalAccountId, reason, facts }) => {
      assert.equal(personalAccountId, accountId);
      return { reason, facts };
    }),
  };
}

const moveOut = async ({ accountId }: Flat) =>
  call(writeRegisteredPersons, {
    params: { personalAccountId: accountId },
    body: { count: 1, validFrom: `${PERIOD}-15` },
  });

const on = (day: string) => ({ services: ['Холодное водоснабжение'], day });

test('when a benefit counts more persons than are left, the service is not charged, and the day is named', async () => {
  const flat = await makeFlat('1');
  assert.deepEqual((await compute(flat)).charges, CHARGED);
  await moveOut(flat);
  const { charges, skipped } = await compute(flat);
  assert.deepEqual(charges, []);
  assert.deepEqual(skipped, [{ reason: 'benefit-exceeds-persons', facts: on(`${PERIOD}-15`) }]);
});

test('when the norm of a benefit is deleted, the metered service is not charged either', async () => {
  const flat = await makeFlat('2');
  assert.deepEqual((await compute(flat)).charges, CHARGED);
  await call(deleteNorm, { params: { normId: flat.normId } });
  const { charges, skipped } = await compute(flat);
  assert.deepEqual(charges, []);
  assert.deepEqual(skipped, [{ reason: 'benefit-norm-missing', facts: on(FIRST) }]);
});

test('of an applied month a correction takes nothing back, and says why', async () => {
  const flat = await makeFlat('3');
  const { cycleId, charges } = await compute(flat);
  assert.deepEqual(charges, CHARGED);
  await call(applyCycle, { params: { cycleId } });
  assert.deepEqual((await moveOut(flat)).appliedMonths, [PERIOD]);
  const months = { periodFrom: PERIOD, periodTo: PERIOD };
  const outcome = await call(createCorrection, {
    body: { houseId: flat.houseId, ...months, reason: 'Выбытие', dryRun: false },
  });
  assert.deepEqual(
    [outcome.id, outcome.amount, outcome.lineCount, outcome.skipped.map(({ reason }) => reason)],
    [null, '0.00', 0, ['benefit-exceeds-persons']],
  );
});
