// A service by a known method is a row of the catalogue: services that no program has heard of are entered, charged and
// explained as all others.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Charge, ExplainedCharge } from '@kvartplata/contracts/billing/charges.ts';
import pg from 'pg';
import { startBillingStand, type BillingStand } from '../../testing/billing-stand.ts';
import { askAt, calculate, post, readAllAt, type TestUser } from '../../testing/test-user.ts';

const MONTH = '2026-07';
const SINCE = '2025-01-01';

/** Surveillance by the square metre; service water that has all that water may have. */
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

let stand: BillingStand;
let owner: TestUser;
let services: ReadonlyMap<string, number>;
let meterTypeId: number;

before(async () => {
  stand = await startBillingStand();
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

async function make(path: string, body: object): Promise<number> {
  return ((await post(`${stand.coreUrl}/api/${path}`, owner, body)) as { id: number }).id;
}

type Terms = {
  readonly tariff: string;
  readonly norm?: string;
  readonly coefficientApplies?: boolean;
};

async function makeService(
  houseId: number,
  [code, method]: readonly [string, string],
  { tariff, norm, coefficientApplies = false }: Terms,
): Promise<number> {
  const body = {
    utilityServiceId: services.get(code),
    method,
    coefficientApplies,
    validFrom: SINCE,
  };
  const id = await make(`houses/${houseId}/services`, body);
  const dated = { validFrom: SINCE, basis: 'Приказ' };
  await make(`house-services/${id}/tariffs`, { ...dated, value: tariff });
  if (norm !== undefined) await make(`house-services/${id}/norms`, { ...dated, value: norm });
  return id;
}

/** Two flats of 50 m²: two persons live in the one, one in the other. */
async function makeHouse(): Promise<{ houseId: number; organizationId: number }> {
  const organizationId = await make('organizations', { name: 'Новые услуги' });
  const houseId = await make('houses', { organizationId, address: 'ул. Новая, 1' });
  for (const registeredPersons of [2, 1]) {
    const number = String(registeredPersons);
    const roomId = await make(`houses/${houseId}/rooms`, { number, area: '50' });
    const account = { accountNumber: `N${number}`, payer: 'Петров П. П.', openedOn: SINCE };
    const body = { ...account, roomId, registeredPersons };
    await make(`houses/${houseId}/personal-accounts`, body);
  }
  return { houseId, organizationId };
}

test('services that are rows of the catalogue and nothing else are charged by their facts', async () => {
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
  const meterId = await make('meters', {
    houseServiceId: common,
    ownerType: 'house',
    meterTypeId,
    serialNumber: 'S1',
    digits: 5,
    installedOn: SINCE,
    verifiedUntil: '2025-12-31',
    initialReading: '0',
  });
  for (const [period, value] of [
    ['2026-06', '100'],
    [MONTH, '125'],
  ]) {
    const reading = { period, value, takenOn: `${period}-25`, source: 'operator' };
    await make(`meters/${meterId}/readings`, reading);
  }

  const job = await calculate(stand.app, owner, { houseId }, MONTH);
  assert.deepEqual([job.status, job.skipped], ['COMPLETED', []]);
  const list = `/api/billing/charges/by-house/${houseId}`;
  const charges = await readAllAt<Charge>(stand.app, owner, list);
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
  const url = `/api/billing/charges/${drain?.id}/explain`;
  const { body } = await askAt<ExplainedCharge>(stand.app, owner, 'GET', url);
  assert.equal(body.agrees, true);
  assert.equal(body.steps[1]?.ru, 'Сложены: холодная вода 8 м³ + техническая вода 2 м³.');
  assert.equal(body.steps[1]?.en, 'Summed: cold water 8 м³ + service water 2 м³.');
});
