// Heating that is charged evenly by the volume of the year before, and its yearly correction, over HTTP.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Client } from '@kvartplata/client/client.ts';
import { explainCharge, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { getCorrection } from '@kvartplata/contracts/billing/corrections.ts';
import { exportBenefits } from '@kvartplata/contracts/billing/exports.ts';
import { correctHeatingYear } from '@kvartplata/contracts/billing/year-corrections.ts';
import { createBenefit } from '@kvartplata/contracts/core/benefits.ts';
import { createAccountService } from '@kvartplata/contracts/core/account-services.ts';
import {
  createHouseService,
  replaceHouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { listMeterTypes } from '@kvartplata/contracts/core/meter-types.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { clientOf, signUp } from '@kvartplata/platform/testing/people.ts';
import { computeMonth } from './testing/computed-month.ts';
import { billMonths } from './testing/metered-house.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';

const FROM = '2025-01-01';

let services: ThreeServices;
let client: Client;
let utilityServiceId: number;
let meterTypeId: number;

before(async () => {
  services = await startThreeServices();
  client = clientOf(services, await signUp(services, 'owner'));
  const { items } = await client.call(listUtilityServices, { query: { limit: 200 } });
  utilityServiceId = items.find(({ code }) => code === 'heating')?.id ?? 0;
  const types = await client.call(listMeterTypes, { query: { limit: 200 } });
  meterTypeId = types.items.find(({ code }) => code === 'heating-house')?.id ?? 0;
});
after(async () => services.stop());

type Heated = {
  readonly houseId: number;
  readonly houseServiceId: number;
  /** With 50 m². */
  readonly account: number;
  /** With 9950 m². */
  readonly other: number;
  readonly service: object;
};

/** 10000 m² at 2000 per gigacalorie, in an organization of its own. */
async function makeHouse(name: string, more: object): Promise<Heated> {
  const { call } = client;
  const { id: organizationId } = await call(createOrganization, { body: { name } });
  const address = `ул. ${name}, 1`;
  const { id: houseId } = await call(createHouse, { body: { organizationId, address } });
  const params = { houseId };
  const makeAccount = async (number: string, area: string): Promise<number> => {
    const { id: roomId } = await call(createRoom, { params, body: { number, area } });
    const body = {
      roomId,
      accountNumber: `${organizationId}-${number}`,
      payer: 'Петров П. П.',
      openedOn: FROM,
      registeredPersons: 2,
    };
    return (await call(createPersonalAccount, { params, body })).id;
  };
  const account = await makeAccount('1', '50');
  const other = await makeAccount('2', '9950');
  const service = {
    utilityServiceId,
    method: 'heating' as const,
    heatingMode: 'even-by-meter' as const,
    validFrom: FROM,
    ...more,
  };
  const { id: houseServiceId } = await call(createHouseService, { params, body: service });
  const tariff = { value: '2000', validFrom: FROM, basis: 'Приказ' };
  await call(createTariff, { params: { houseServiceId }, body: tariff });
  return { houseId, houseServiceId, account, other, service };
}

/** A house-wide meter since January 2024, with its readings by month. */
async function addMeter(
  { houseServiceId }: Heated,
  readings: Readonly<Record<string, number>>,
): Promise<void> {
  const { id: meterId } = await client.call(createMeter, {
    body: {
      houseServiceId,
      ownerType: 'house',
      meterTypeId,
      serialNumber: 'T-1',
      digits: 5,
      installedOn: '2024-01-01',
      initialReading: '0',
    },
  });
  for (const [period, value] of Object.entries(readings))
    await client.call(createReading, {
      params: { meterId },
      body: { period, takenOn: `${period}-25`, source: 'operator', value: String(value) },
    });
}

/** For one of the account's two persons. */
async function addBenefit({ account, houseServiceId }: Heated, validFrom: string): Promise<void> {
  const body = {
    category: 'labour-veteran',
    share: '0.5',
    persons: 1,
    limit: 'none',
    services: [houseServiceId],
    validFrom,
    basis: 'Удостоверение № 17',
  } as const;
  await client.call(createBenefit, { params: { personalAccountId: account }, body });
}

async function amountsIn({ houseId, account }: Heated, period: string): Promise<readonly string[]> {
  const query = { period, personalAccountId: account, limit: 200 };
  const { items } = await client.call(listHouseCharges, { params: { houseId }, query });
  return items.map(({ amount }) => amount);
}

async function refusalOf(houseId: number, year = 2025, more: object = {}): Promise<string> {
  const refused = await client
    .call(correctHeatingYear, { body: { houseId, year, dryRun: true, ...more } })
    .then(
      () => assert.fail('it is not refused'),
      (error: unknown) => error,
    );
  return (refused as { readonly problem: { readonly code: string } }).problem.code;
}

test('1140 Gcal in 2024 give 950.00 a month in 2025; 1200 Gcal in 2025 add 600.00, booked once', async () => {
  const house = await makeHouse('Ровная', {});
  const { houseId, account } = house;
  await addMeter(house, { '2024-12': 1140, '2025-04': 1800, '2025-12': 2340 });
  await billMonths(client, house, '2025-01', 12);
  for (const period of ['2025-01', '2025-07', '2025-12'])
    assert.deepEqual(await amountsIn(house, period), ['950.00']);
  const tried = await client.call(correctHeatingYear, {
    body: { houseId, year: 2025, dryRun: true },
  });
  assert.ok('lines' in tried);
  const [line] = tried.lines;
  assert.deepEqual(
    [line?.personalAccountId, line?.charged, line?.due, line?.amount],
    [account, '11400.00', '12000.00', '600.00'],
  );
  assert.equal(tried.amount, '120000.00');
  assert.match(line?.reason ?? '', /Корректировка платы за отопление за 2025 год/);
  const others = { dryRun: false, expectedAmount: '119999.99' };
  assert.equal(await refusalOf(houseId, 2025, others), 'amount-changed');
  const body = { houseId, year: 2025, dryRun: false, expectedAmount: tried.amount };
  const { status, answer } = await client.callWhole(correctHeatingYear, { body });
  assert.ok('id' in answer);
  assert.deepEqual(
    [status, answer.kind, answer.period, answer.lineCount],
    [202, 'heating', '2026-01', 2],
  );
  const { lines } = await client.call(getCorrection, {
    params: { correctionId: answer.correctionId ?? 0 },
  });
  const charge = lines.find((one) => one.personalAccountId === account);
  assert.equal(charge?.amount, '600.00');
  const told = await client.call(explainCharge, { params: { chargeId: charge.chargeId ?? 0 } });
  assert.match(JSON.stringify(told), /формула 3\(4\)/);
  assert.equal(await refusalOf(houseId), 'year-corrected');
});

test('a stated year volume is enough for a new house, missing months are refused, allocators share it', async () => {
  const house = await makeHouse('Новая', { yearVolumes: [{ year: 2024, volume: '1140' }] });
  const { houseId, houseServiceId, service } = house;
  assert.equal(await refusalOf(houseId), 'months-missing');
  assert.equal(await refusalOf(houseId, new Date().getFullYear()), 'year-not-over');
  await billMonths(client, house, '2025-01', 11);
  assert.equal(await refusalOf(houseId), 'months-missing');
  await billMonths(client, house, '2025-12', 1);
  assert.deepEqual(await amountsIn(house, '2025-03'), ['950.00']);
  assert.equal(await refusalOf(houseId), 'year-not-computable');
  const yearVolumes = [
    { year: 2024, volume: '1140' },
    { year: 2025, volume: '1200' },
  ];
  const body = {
    ...service,
    utilityServiceId,
    method: 'heating',
    validFrom: FROM,
    yearVolumes,
  } as const;
  await client.call(replaceHouseService, { params: { houseServiceId }, body });
  const tried = await client.call(correctHeatingYear, {
    body: { houseId, year: 2025, dryRun: true },
  });
  assert.equal('lines' in tried && tried.lines[0]?.amount, '600.00');
  const allocate = async (personalAccountId: number, allocatorUnits: string) =>
    client.call(createAccountService, {
      params: { personalAccountId },
      body: {
        houseServiceId,
        charged: true,
        allocatorUnits,
        validFrom: FROM,
        validTo: '2025-12-31',
      },
    });
  await allocate(house.account, '3');
  assert.equal(await refusalOf(houseId), 'year-not-computable', 'no more than half of the area');
  await allocate(house.other, '197');
  const shared = await client.call(correctHeatingYear, {
    body: { houseId, year: 2025, dryRun: true },
  });
  // 1200 Gcal by 3 and 197 of 200: 36000.00 and 2364000.00 due.
  assert.deepEqual('lines' in shared && shared.lines.map(({ amount }) => amount), [
    '24600.00',
    '95400.00',
  ]);
});

test('a benefit applies to the correction: a quarter of 600.00 is deducted and claimed from the budget', async () => {
  const yearVolumes = [
    { year: 2024, volume: '1140' },
    { year: 2025, volume: '1200' },
  ];
  const house = await makeHouse('Льготная', { yearVolumes });
  const { houseId, account } = house;
  await addBenefit(house, FROM);
  await billMonths(client, house, '2025-01', 12);
  assert.deepEqual(await amountsIn(house, '2025-03'), ['950.00', '-237.50']);
  const tried = await client.call(correctHeatingYear, {
    body: { houseId, year: 2025, dryRun: true },
  });
  assert.ok('lines' in tried);
  const told = tried.lines
    .filter(({ personalAccountId }) => personalAccountId === account)
    .map(({ isBenefit, charged, due, amount }) => [isBenefit, charged, due, amount]);
  assert.deepEqual(told, [
    [false, '11400.00', '12000.00', '600.00'],
    [true, '-2850.00', '-3000.00', '-150.00'],
  ]);
  const booked = await client.call(correctHeatingYear, { body: { houseId, year: 2025 } });
  assert.ok('id' in booked);
  await billMonths(client, house, '2026-01', 1);
  // 1200 Gcal in 2025 are 1000.00 a month in 2026.
  assert.deepEqual(await amountsIn(house, '2026-01'), ['1000.00', '-250.00', '600.00', '-150.00']);
  const file = await client.callFile(exportBenefits, { query: { houseId, period: '2026-01' } });
  const rows = (await file.text()).split('\n').filter((row) => row.includes('Ветеран труда'));
  assert.deepEqual(
    rows.map((row) => row.split(';').at(-1)?.trim()),
    ['250,00', '150,00'],
  );
});

test('a year without the volume of the one before, or with a changed mode, is refused with the reason', async () => {
  const house = await makeHouse('Переменная', {});
  const { houseId, houseServiceId, service } = house;
  const { skipped } = await computeMonth(client, { houseId }, '2025-01');
  assert.deepEqual([...new Set(skipped.map(({ reason }) => reason))], ['heat-volume-missing']);
  const yearVolumes = [{ year: 2024, volume: '1140' }];
  const whole = {
    ...service,
    utilityServiceId,
    method: 'heating',
    validFrom: FROM,
    yearVolumes,
  } as const;
  const change = async (more: object) =>
    client.call(replaceHouseService, { params: { houseServiceId }, body: { ...whole, ...more } });
  await addMeter(house, { '2025-01': 100, '2025-02': 200 });
  await change({ heatingMode: 'house-meter' });
  await billMonths(client, house, '2025-01', 1);
  assert.equal(await refusalOf(houseId), 'method-not-yearly');
  await change({ heatingMode: 'even-by-meter' });
  await billMonths(client, house, '2025-02', 1);
  assert.equal(await refusalOf(houseId), 'method-changed');
});
