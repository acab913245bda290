// The story of the demo: a company, its house, and twelve months from readings to the ledger, by the public interface alone.
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { registerUser } from '@kvartplata/contracts/auth/users.ts';
import type { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { Charge } from '@kvartplata/contracts/billing/charges.ts';
import type { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import type { BillingCycle } from '@kvartplata/contracts/billing/cycles.ts';
import type { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { waitFor, type Api, type Urls } from './api.ts';

export type DemoPerson = {
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
};

export const DEMO_USER: DemoPerson = {
  firstName: 'Анна',
  lastName: 'Иванова',
  username: 'demo',
  email: 'demo@example.org',
  password: 'Тихая-Заводь-2026',
};

const ORGANIZATION = {
  name: 'Общество с ограниченной ответственностью «Управляющая компания „Тихая Заводь“»',
  shortName: 'ООО «УК „Тихая Заводь“»',
};

/** Registers the person, or finds them there, and signs them in. */
export async function signIn(api: Api, person: DemoPerson = DEMO_USER): Promise<void> {
  try {
    await api.call(registerUser, { body: person });
  } catch (error) {
    if (!isRefused(error, 'username-or-email-taken')) throw error;
  }
  const { username, password } = person;
  await api.call(startSession, { body: { username, password } });
}

/** A company of the demo, made at the first run. */
export async function findOrCreateOrganization(
  api: Api,
  { core }: Urls,
  organization: { readonly name: string } = ORGANIZATION,
): Promise<number> {
  const organizations = await api.get<{ id: number; name: string }[]>(`${core}/api/organizations`);
  const found = organizations.find(({ name }) => name === organization.name);
  return (
    found?.id ?? (await api.post<{ id: number }>(`${core}/api/organizations`, organization)).id
  );
}

export type SeededHouse = {
  readonly houseId: number;
  readonly accounts: readonly string[];
  readonly meters: number;
  readonly readings: number;
  readonly months: readonly string[];
};

/** The golden house; a later run fills what its house still misses. */
export async function seedHouse(
  api: Api,
  { core, billing }: Urls,
  organizationId: number,
): Promise<SeededHouse> {
  const { items } = await api.get<PageOf<CalculationJob>>(
    `${billing}/api/billing/calculation-jobs?organizationId=${organizationId}&limit=1`,
  );
  return api.post(`${core}/api/test-data/seed-golden`, {
    organizationId,
    houseId: items[0]?.houseIds[0] ?? 0,
  });
}

/** Computes and applies a month; one that an earlier run has applied stays as it is. */
export async function billMonth(
  api: Api,
  urls: Urls,
  organizationId: number,
  period: string,
): Promise<'billed' | 'was billed already'> {
  const job = await computeMonth(api, urls, organizationId, period);
  if (job === undefined) return 'was billed already';
  await api.post<AppliedCycle>(`${urls.billing}/api/billing/cycles/${job.billingCycleId}/apply`);
  return 'billed';
}

/** Computes a month that is a draft; undefined when it is applied. */
export async function computeMonth(
  api: Api,
  { billing }: Urls,
  organizationId: number,
  period: string,
): Promise<CalculationJob | undefined> {
  const [year, month] = period.split('-').map(Number);
  const asked = { organizationId, month, year };
  let job: CalculationJob;
  try {
    job = await api.post<CalculationJob>(`${billing}/api/billing/calculation-jobs`, asked);
  } catch (error) {
    if (isRefused(error, 'cycle-not-draft')) return undefined;
    throw error;
  }
  await waitForJob(api, billing, job.id);
  return job;
}

/** @throws when the job fails, or skips an account */
export async function waitForJob(api: Api, billing: string, jobId: number): Promise<void> {
  const job = await waitFor(
    `job ${jobId}`,
    async () => api.get<CalculationJob>(`${billing}/api/billing/calculation-jobs/${jobId}`),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (job.status === 'COMPLETED' && job.skipped.length === 0) return;
  throw new Error(
    `job ${jobId} ended ${job.status}: ${job.error ?? job.skipped.map(({ reason }) => reason).join('; ')}`,
  );
}

export type Books = {
  readonly cycles: readonly BillingCycle[];
  readonly charges: readonly Charge[];
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly AccountBalance[];
};

/** All that billing has on the house. */
export async function readBooks(
  api: Api,
  { billing }: Urls,
  organizationId: number,
  houseId: number,
): Promise<Books> {
  const base = `${billing}/api/billing`;
  return {
    cycles: await readAll(api, `${base}/cycles?organizationId=${organizationId}`),
    charges: await readAll(api, `${base}/charges/by-house/${houseId}?limit=200`),
    entries: await readAll(api, `${base}/ledger-entries?houseId=${houseId}&limit=200`),
    balances: await readAll(api, `${base}/account-balances?houseId=${houseId}&limit=200`),
  };
}

async function readAll<T>(api: Api, url: string): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: PageOf<T> = await api.get(cursor === '' ? url : `${url}&cursor=${cursor}`);
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}
