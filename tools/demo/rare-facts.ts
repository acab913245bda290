// Three dwellings to which something happens in July 2025: a reading that is missing, a meter that breaks, somebody who is
// away. What they are charged is worked by hand beforehand.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Api, Urls } from './api.ts';
import { findOrCreateOrganization, waitForJob } from './bill-a-year.ts';
import type { Outcome } from './colleagues.ts';

const ORGANIZATION = { name: 'Товарищество собственников жилья „Садовая, 14“' };
const SINCE = '2025-01-01';
const BASIS = 'Приказ Комитета по тарифам Зареченской области от 11.07.2025 № 87-т';
const MONTHS = ['2025-07', '2025-08'];

/** What the charge of an account and month has to be. */
type Expected = {
  readonly what: string;
  readonly of: string;
  readonly amount: string;
};

const EXPECTED: readonly Expected[] = [
  {
    what: 'no reading of July: the average',
    of: '1 2025-07 average-reading-missing',
    amount: '196.76',
  },
  {
    what: 'August’s reading, less that average',
    of: '1 2025-08 individual-meter',
    amount: '245.95',
  },
  {
    what: 'a meter that broke on 3 July: its average',
    of: '2 2025-07 average-meter-faulty',
    amount: '245.95',
  },
  { what: 'one of two persons away for ten days', of: '3 2025-07 absence', amount: '-66.64' },
];

/** A second run finds the house as the first has left it. */
export async function showRareFacts(api: Api, urls: Urls): Promise<readonly Outcome[]> {
  const organizationId = await findOrCreateOrganization(api, urls, ORGANIZATION);
  const houseId = await findOrFillHouse(api, urls, organizationId);
  const charges: Charge[] = [];
  for (const period of MONTHS) charges.push(...(await chargesOf(api, urls, houseId, period)));
  return EXPECTED.map(({ what, of, amount }) => {
    const charge = charges.find(
      ({ accountNumber, period, explanation }) =>
        `${accountNumber} ${period} ${explanation.rule}` === of,
    );
    return {
      what: `${what}: ${charge?.explanation.formula ?? 'no charge'}`,
      holds: charge?.amount === amount,
    };
  });
}

type Add = (path: string, body: object) => Promise<number>;

async function findOrFillHouse(api: Api, { core }: Urls, organizationId: number): Promise<number> {
  const url = `${core}/api/houses?organizationId=${organizationId}`;
  const [found] = (await api.get<PageOf<House>>(url)).items;
  if (found !== undefined) return found.id;
  const add: Add = async (path, body) =>
    (await api.post<{ id: number }>(`${core}${path}`, body)).id;
  const address = 'г. Зареченск, ул. Садовая, д. 14';
  const houseId = await add('/api/houses', { organizationId, address });
  const services = `${core}/api/utility-services?limit=200`;
  const water = (await api.get<PageOf<UtilityService>>(services)).items.find(
    ({ code }) => code === 'cold-water',
  );
  await fillHouse(add, houseId, water?.id);
  return houseId;
}

async function fillHouse(
  add: Add,
  houseId: number,
  utilityServiceId: number | undefined,
): Promise<void> {
  const service = { utilityServiceId, method: 'meter', validFrom: SINCE };
  const houseServiceId = await add(`/api/houses/${houseId}/services`, service);
  const value = { validFrom: SINCE, basis: BASIS };
  await add(`/api/house-services/${houseServiceId}/tariffs`, { ...value, value: '49.19' });
  await add(`/api/house-services/${houseServiceId}/norms`, { ...value, value: '4.2' });
  const careless = await addAccount(add, houseId, '1', 'Кузнецов Н. П.');
  await addMeter(add, houseServiceId, careless, ['4', '8', '12', '16', '20', '24', '', '33']);
  const unlucky = await addAccount(add, houseId, '2', 'Лебедева О. И.');
  const readings = ['5', '10', '15', '20', '25', '30', '30.2'];
  const broken = await addMeter(add, houseServiceId, unlucky, readings);
  await add(`/api/meters/${broken}/outages`, { from: '2025-07-03', basis: 'Акт № 7' });
  const travelling = await addAccount(add, houseId, '3', 'Морозов С. А.');
  const absence = { from: '2025-07-05', to: '2025-07-14', persons: 1, basis: 'Билеты' };
  await add(`/api/personal-accounts/${travelling}/absences`, absence);
}

async function addAccount(
  add: Add,
  houseId: number,
  number: string,
  payer: string,
): Promise<number> {
  const roomId = await add(`/api/houses/${houseId}/rooms`, { number, area: '50' });
  const account = { roomId, accountNumber: number, payer, registeredPersons: 2, openedOn: SINCE };
  return add(`/api/houses/${houseId}/personal-accounts`, account);
}

/** @param readings from January 2025 on; an empty one is missing */
async function addMeter(
  add: Add,
  houseServiceId: number,
  personalAccountId: number,
  readings: readonly string[],
): Promise<number> {
  const meterId = await add('/api/meters', {
    houseServiceId,
    ownerType: 'account',
    personalAccountId,
    meterTypeId: 1,
    serialNumber: `ХВ-14-${personalAccountId}`,
    digits: 5,
    installedOn: SINCE,
    initialReading: '0',
  });
  for (const [index, reading] of readings.entries()) {
    const period = `2025-0${index + 1}`;
    const taken = { period, value: reading, takenOn: `${period}-25` };
    if (reading !== '') await add(`/api/meters/${meterId}/readings`, taken);
  }
  return meterId;
}

async function chargesOf(
  api: Api,
  { billing }: Urls,
  houseId: number,
  period: string,
): Promise<readonly Charge[]> {
  const [year, month] = period.split('-').map(Number);
  const jobs = `${billing}/api/billing/calculation-jobs`;
  const job = await api.post<CalculationJob>(jobs, { houseId, year, month });
  await waitForJob(api, billing, job.id);
  const url = `${billing}/api/billing/charges/by-house/${houseId}?period=${period}`;
  return (await api.get<PageOf<Charge>>(url)).items;
}
