// A service with an existing method is just a row of the catalogue: services unknown to the code are entered, charged and
// explained like all others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  explainCharge,
  listHouseCharges,
  type Charge,
} from '@kvartplata/contracts/billing/charges.ts';
import {
  createHouseService,
  type HouseService,
} from '@kvartplata/contracts/core/house-services.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createMeter } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createReading } from '@kvartplata/contracts/core/readings.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import pg from 'pg';
import { startOwnStand, type OwnStand } from '../../testing/billing-stand.ts';
import { ask, calculate, inCore, readAll, type TestUser } from '../../testing/test-user.ts';

const MONTH = '2026-07';
const SINCE = '2025-01-01';

/** Surveillance per square metre, and service water with every feature of water. */
const CATALOGUE = `
  insert into utility_services (code, name, unit, precision, methods, kind) values
    ('video-surveillance', 'Видеонаблюдение', 'м²', 2, '{area}', 'other');
  insert into utility_services (code, name, unit, precision, methods, kind, coefficient_allowed, follows_absence,
      drains_into, everyday_name_ru, everyday_name_en) values
    ('service-water', 'Техническое водоснабжение', 'м³', 3, '{meter,norm}', 'utility', true, true,
      'water-disposal', 'техническая вода', 'service water');
  insert into utility_services (code, name, unit, precision, methods, kind, counts_unverified, common_needs_of) values
    ('service-water-odn', 'Техническая вода на содержание общего имущества', 'м³', 3, '{odn}', 'housing', true,
      '{cold-water,service-water}');
  insert into utility_service_coefficients (utility_service_id, valid_from, value, basis)
    select id, '2020-01-01', 2, 'Постановление' from utility_services where code = 'service-water';
  insert into meter_types (code, name, is_house_meter) values
    ('service-water-house', 'Общедомовой счётчик технической воды', true);`;

let stand: OwnStand;
let owner: TestUser;
let services: ReadonlyMap<string, number>;
let meterTypeId: number;

before(async () => {
  stand = await startOwnStand();
  owner = await stand.newUser();
  const core = new pg.Client({ connectionString: stand.coreDatabaseUrl });
  await core.connect();
  await core.query(CATALOGUE);
  const idsOf = async (catalogue: string): Promise<ReadonlyMap<string, number>> => {
    const { rows } = await core.query<{ id: string; code: string }>(
      `select id, code from ${catalogue}`,
    );
    return new Map(rows.map(({ id, code }) => [code, Number(id)]));
  };
  services = await idsOf('utility_services');
  meterTypeId = (await idsOf('meter_types')).get('service-water-house') ?? 0;
  await core.end();
});
after(async () => stand.stop());

type Terms = {
  readonly tariff: string;
  readonly norm?: string;
  readonly coefficientApplies?: boolean;
};

async function makeService(
  houseId: number,
  [code, method]: readonly [string, HouseService['method']],
  { tariff, norm, coefficientApplies = false }: Terms,
): Promise<number> {
  const body = {
    utilityServiceId: services.get(code) ?? 0,
    method,
    coefficientApplies,
    validFrom: SINCE,
  };
  const { call } = inCore(stand, owner);
  const { id } = await call(createHouseService, { params: { houseId }, body });
  const dated = { validFrom: SINCE, basis: 'Приказ' };
  const params = { houseServiceId: id };
  await call(createTariff, { params, body: { ...dated, value: tariff } });
  if (norm !== undefined) await call(createNorm, { params, body: { ...dated, value: norm } });
  return id;
}

/** Two flats of 50 m²: two persons live in one, one in the other. */
async function makeHouse(): Promise<{ houseId: number; organizationId: number }> {
  const { call } = inCore(stand, owner);
  const { id: organizationId } = await call(createOrganization, { body: { name: 'Новые услуги' } });
  const house = { organizationId, address: 'ул. Новая, 1' };
  const { id: houseId } = await call(createHouse, { body: house });
  const params = { houseId };
  for (const registeredPersons of [2, 1]) {
    const number = String(registeredPersons);
    const { id: roomId } = await call(createRoom, { params, body: { number, area: '50' } });
    const account = { accountNumber: `N${number}`, payer: 'Петров П. П.', openedOn: SINCE };
    const body = { ...account, roomId, registeredPersons };
    await call(createPersonalAccount, { params, body });
  }
  return { houseId, organizationId };
}

test('services that exist only as rows of the catalogue are charged by their facts', async () => {
  const { houseId } = await makeHouse();
  await makeService(houseId, ['video-surveillance', 'area'], { tariff: '3' });
  await makeService(houseId, ['cold-water', 'norm'], { tariff: '50', norm: '4' });
  await makeService(houseId, ['service-water', 'norm'], {
    tariff: '20',
    norm: '1',
    coefficientApplies: true,
  });
  await makeService(houseId, ['water-disposal', 'water-disposal'], { tariff: '30' });
  const common = await makeService(houseId, ['service-water-odn', 'odn'], { tariff: '20' });
  const { call } = inCore(stand, owner);
  const { id: meterId } = await call(createMeter, {
    body: {
      houseServiceId: common,
      ownerType: 'house',
      meterTypeId,
      serialNumber: 'S1',
      digits: 5,
      installedOn: SINCE,
      verifiedUntil: '2025-12-31',
      initialReading: '0',
    },
  });
  for (const [period, value] of [
    ['2026-06', '100'],
    [MONTH, '125'],
  ] as const) {
    const reading = { period, value, takenOn: `${period}-25`, source: 'operator' } as const;
    await call(createReading, { params: { meterId }, body: reading });
  }

  const job = await calculate(stand.app, owner, { houseId }, MONTH);
  assert.deepEqual([job.status, job.skipped], ['COMPLETED', []]);
  const charges = await readAll(stand.app, owner, listHouseCharges, { params: { houseId } });
  const told = ({ accountNumber, serviceCode, rateType, amount }: Charge): string =>
    `${accountNumber} ${serviceCode}${rateType === 'excess' ? ' excess' : ''} ${amount}`;
  assert.deepEqual(charges.map(told).toSorted(), [
    'N1 cold-water 200.00', // 1 × 4 × 50
    'N1 service-water 20.00', // 1 × 1 × 20
    'N1 service-water excess 20.00', // 1 × 1 × (2 − 1) × 20
    'N1 service-water-odn 100.00', // (25 − 12 − 3) × 50/100 × 20, past the verification of the meter
    'N1 video-surveillance 150.00', // 50 × 3
    'N1 water-disposal 150.00', // (4 + 1) × 30
    'N2 cold-water 400.00',
    'N2 service-water 40.00',
    'N2 service-water excess 40.00',
    'N2 service-water-odn 100.00',
    'N2 video-surveillance 150.00',
    'N2 water-disposal 300.00', // (8 + 2) × 30
  ]);
  const drain = charges.find(({ amount }) => amount === '300.00');
  const params = { chargeId: drain?.id };
  const { body } = await ask(stand.app, owner, explainCharge, { params });
  assert.equal(body.agrees, true);
  assert.equal(body.steps[1]?.ru, 'Сложены: холодная вода 8 м³ + техническая вода 2 м³.');
  assert.equal(body.steps[1]?.en, 'Summed: cold water 8 м³ + service water 2 м³.');
});
