// Seven more houses for the demo's company, billed for the months that it has not closed: one house fills no page.
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { Import } from '@kvartplata/contracts/core/imports.ts';
import type { House } from '@kvartplata/contracts/core/houses.ts';
import type { Meter } from '@kvartplata/contracts/core/meters.ts';
import type { PersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import type { UtilityService } from '@kvartplata/contracts/core/utility-services.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { waitFor, type Api, type Urls } from '../demo/api.ts';
import { letMostPay } from '../demo/bank-registry.ts';
import { waitForJob } from '../demo/bill-a-year.ts';
import { ADDRESSES, payerOf, SERVICES } from './made-up-houses.ts';

type Company = { readonly api: Api; readonly urls: Urls; readonly organizationId: number };

/** A meter that nobody has read in the last month, one in so many. */
const UNREAD_EVERY = 11;
const FIRST_READING = 100;

/** @param months of the company that are applied and not closed, in order */
export async function addHouses(company: Company, months: readonly string[]): Promise<void> {
  const { api, urls, organizationId } = company;
  const [first = ''] = months;
  await importFile(company, `houses?organizationId=${organizationId}`, accountRows(`${first}-01`));
  const url = `${urls.core}/api/houses?organizationId=${organizationId}&limit=200`;
  const { items } = await api.get<PageOf<House>>(url);
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

async function addServices({ api, urls }: Company, houseId: number, from: string): Promise<void> {
  const catalogue = `${urls.core}/api/utility-services?limit=200`;
  const { items } = await api.get<PageOf<UtilityService>>(catalogue);
  for (const { code, method, more, tariff, norm } of SERVICES) {
    const utilityServiceId = items.find((service) => service.code === code)?.id;
    const { id } = await api.post<{ id: number }>(`${urls.core}/api/houses/${houseId}/services`, {
      utilityServiceId,
      method,
      validFrom: from,
      ...more,
    });
    const values = `${urls.core}/api/house-services/${id}`;
    await api.post(`${values}/tariffs`, { validFrom: from, ...tariff });
    if (norm !== undefined) await api.post(`${values}/norms`, { validFrom: from, ...norm });
  }
}

/** Each account has a meter of cold water. */
async function addMeters(company: Company, houseId: number, installedOn: string): Promise<void> {
  const { api, urls } = company;
  const url = `${urls.core}/api/houses/${houseId}/personal-accounts?limit=200`;
  const { items } = await api.get<PageOf<PersonalAccount>>(url);
  const rows = items.map(
    ({ accountNumber }, index) =>
      `${accountNumber};cold-water;cold-water;СХВ-15 № 26${accountNumber};5;${installedOn};${FIRST_READING + index}`,
  );
  const header = 'accountNumber;service;meterType;serialNumber;digits;installedOn;initialReading';
  await importFile(company, `meters?houseId=${houseId}`, [header, ...rows].join('\n'));
}

async function takeReadings(
  { api, urls }: Company,
  houseId: number,
  months: readonly string[],
  period: string,
): Promise<void> {
  const { items } = await api.get<PageOf<Meter>>(
    `${urls.core}/api/meters?houseId=${houseId}&limit=200`,
  );
  const nth = months.indexOf(period) + 1;
  const isUnread = (index: number): boolean =>
    nth === months.length && index % UNREAD_EVERY === UNREAD_EVERY - 1;
  const rows = items.flatMap(({ id, initialReading }, index) => {
    const value = (Number(initialReading) + nth * (3.2 + ((index * 1.7) % 7))).toFixed(3);
    return isUnread(index) ? [] : [{ meterId: id, value, takenOn: `${period}-25` }];
  });
  await api.put(`${urls.core}/api/houses/${houseId}/readings/${period}`, rows);
}

/** Only the houses that are not applied yet are computed and booked. */
async function bill({ api, urls, organizationId }: Company, period: string): Promise<void> {
  const [year, month] = period.split('-').map(Number);
  const base = `${urls.billing}/api/billing`;
  const asked = { organizationId, year, month };
  const job = await api.post<CalculationJob>(`${base}/calculation-jobs`, asked);
  await waitForJob(api, urls.billing, job.id);
  await api.post(`${base}/cycles/${job.billingCycleId}/apply`);
}

async function letPay(company: Company, houseId: number, months: readonly string[]): Promise<void> {
  const { api, urls, organizationId } = company;
  const url = `${urls.billing}/api/billing/charges/by-house/${houseId}?limit=200`;
  const charges: Charge[] = [];
  for (const period of months)
    charges.push(...(await api.get<PageOf<Charge>>(`${url}&period=${period}`)).items);
  await letMostPay(api, urls, { organizationId, charges }, months);
}

/** @throws when a row is refused */
async function importFile({ api, urls }: Company, what: string, text: string): Promise<void> {
  const form = new FormData();
  form.append('file', new Blob([text]), 'pictures.csv');
  const { id } = await api.post<Import>(`${urls.core}/api/imports/${what}`, form);
  const ended = await waitFor(
    `import ${id}`,
    async () => api.get<Import>(`${urls.core}/api/imports/${id}`),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (ended.status !== 'COMPLETED')
    throw new Error(`${what}: ${ended.error ?? ended.errors[0]?.message}`);
}
