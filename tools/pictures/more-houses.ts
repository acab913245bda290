// Seven more houses for the demo's company, billed for the months that it has not closed: one house would not fill a page.
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { type Charge, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { createHouseService } from '@kvartplata/contracts/core/house-services.ts';
import {
  getImport,
  type Import,
  importHouses,
  importMeters,
} from '@kvartplata/contracts/core/imports.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { listMeters } from '@kvartplata/contracts/core/meters.ts';
import { createNorm } from '@kvartplata/contracts/core/norms.ts';
import { listAccountsOfHouse } from '@kvartplata/contracts/core/personal-accounts.ts';
import { storeReadingSheet } from '@kvartplata/contracts/core/readings.ts';
import { createTariff } from '@kvartplata/contracts/core/tariffs.ts';
import { listUtilityServices } from '@kvartplata/contracts/core/utility-services.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { waitFor, type Api } from '../demo/api.ts';
import { letMostPay } from '../demo/bank-registry.ts';
import { monthIn, requestJob, waitForJob } from '../demo/bill-a-year.ts';
import { ADDRESSES, payerOf, SERVICES } from './made-up-houses.ts';

type Company = { readonly api: Api; readonly organizationId: number };

/** Every so many meters one has no reading for the last month. */
const UNREAD_EVERY = 11;
const FIRST_READING = 100;

/** @param months of the company that are applied and not closed, in order */
export async function addHouses(company: Company, months: readonly string[]): Promise<void> {
  const { api, organizationId } = company;
  const [first = ''] = months;
  const accounts = formOf(accountRows(`${first}-01`));
  const query = { organizationId };
  await untilStored(api, await api.call(importHouses, { query, body: accounts }));
  const { items } = await api.call(listHouses, { query: { organizationId, limit: 200 } });
  const added = items.filter((house) => ADDRESSES.some(({ address }) => address === house.address));
  for (const { id } of added) {
    await addServices(company, id, `${first}-01`);
    await addMeters(company, id, `${first}-01`);
    for (const period of months) await takeReadings(company, id, months, period);
  }
  for (const period of months) await bill(company, period);
  for (const { id } of added) await letPay(company, id, months);
}

function accountRows(openedOn: string): string {
  const rows = ADDRESSES.flatMap(({ address, prefix, rooms }) =>
    Array.from({ length: rooms }, (_, index) =>
      [
        address,
        (rooms * 7.3).toFixed(2),
        '10-4',
        index + 1,
        (31.4 + ((index * 7.9) % 46)).toFixed(1),
        `${prefix}${String(index + 1).padStart(3, '0')}`,
        payerOf(prefix.length + Number(prefix) + index),
        (index % 4) + 1,
        openedOn,
      ].join(';'),
    ),
  );
  const header =
    'address;commonArea;heatingMonths;roomNumber;area;accountNumber;payer;registeredPersons;openedOn';
  return [header, ...rows].join('\n');
}

async function addServices({ api }: Company, houseId: number, from: string): Promise<void> {
  const { items } = await api.call(listUtilityServices, { query: { limit: 200 } });
  for (const { code, method, more, tariff, norm } of SERVICES) {
    const utilityServiceId = items.find((service) => service.code === code)?.id ?? 0;
    const body = { utilityServiceId, method, validFrom: from, ...more };
    const { id } = await api.call(createHouseService, { params: { houseId }, body });
    const params = { houseServiceId: id };
    await api.call(createTariff, { params, body: { validFrom: from, ...tariff } });
    if (norm !== undefined)
      await api.call(createNorm, { params, body: { validFrom: from, ...norm } });
  }
}

/** Each account has a cold water meter. */
async function addMeters(company: Company, houseId: number, installedOn: string): Promise<void> {
  const { api } = company;
  const { items } = await api.call(listAccountsOfHouse, {
    params: { houseId },
    query: { limit: 200 },
  });
  const rows = items.map(
    ({ accountNumber }, index) =>
      `${accountNumber};cold-water;cold-water;СХВ-15 № 26${accountNumber};5;${installedOn};${FIRST_READING + index}`,
  );
  const header = 'accountNumber;service;meterType;serialNumber;digits;installedOn;initialReading';
  const meters = formOf([header, ...rows].join('\n'));
  await untilStored(api, await api.call(importMeters, { query: { houseId }, body: meters }));
}

async function takeReadings(
  { api }: Company,
  houseId: number,
  months: readonly string[],
  period: string,
): Promise<void> {
  const { items } = await api.call(listMeters, { query: { houseId, limit: 200 } });
  const nth = months.indexOf(period) + 1;
  const isUnread = (index: number): boolean =>
    nth === months.length && index % UNREAD_EVERY === UNREAD_EVERY - 1;
  const rows = items.flatMap(({ id, initialReading }, index) => {
    const value = (Number(initialReading) + nth * (3.2 + ((index * 1.7) % 7))).toFixed(3);
    return isUnread(index) ? [] : [{ meterId: id, value, takenOn: `${period}-25` }];
  });
  await api.call(storeReadingSheet, { params: { houseId, period }, body: rows });
}

/** Computes and books only the houses that are not applied yet. */
async function bill({ api, organizationId }: Company, period: string): Promise<void> {
  const job = await requestJob(api, { organizationId, ...monthIn(period) });
  await waitForJob(api, job.id);
  await api.call(applyCycle, { params: { cycleId: job.billingCycleId } });
}

async function letPay(company: Company, houseId: number, months: readonly string[]): Promise<void> {
  const { api, organizationId } = company;
  const charges: Charge[] = [];
  for (const period of months)
    charges.push(
      ...(await api.call(listHouseCharges, { params: { houseId }, query: { limit: 200, period } }))
        .items,
    );
  await letMostPay(api, { organizationId, charges, house: `дом ${houseId}` }, months);
}

function formOf(text: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([text]), 'pictures.csv');
  return form;
}

/** @throws when a row is refused */
async function untilStored(api: Api, { id: importId, kind }: Import): Promise<void> {
  const ended = await waitFor(
    `import ${importId}`,
    async () => api.call(getImport, { params: { importId } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (ended.status !== 'COMPLETED')
    throw new Error(`${kind}: ${jobErrorWords(ended)?.en}: ${ended.errors[0]?.message}`);
}
