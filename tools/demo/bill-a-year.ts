// The demo's main story: a company, its house, and twelve months from readings to the ledger, using only the public interface.
import { isRefused } from '@kvartplata/client/request-failure.ts';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { registerUser } from '@kvartplata/contracts/auth/users.ts';
import {
  type AccountBalance,
  listAccountBalances,
} from '@kvartplata/contracts/billing/account-balances.ts';
import {
  type CalculationJob,
  createCalculationJob,
  getCalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { type Charge, listHouseCharges } from '@kvartplata/contracts/billing/charges.ts';
import { applyCycle } from '@kvartplata/contracts/billing/apply.ts';
import { type BillingCycle, listCycles } from '@kvartplata/contracts/billing/cycles.ts';
import {
  type LedgerEntry,
  listLedgerEntries,
} from '@kvartplata/contracts/billing/ledger-entries.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { listHouses } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization, listOrganizations } from '@kvartplata/contracts/core/organizations.ts';
import type { BodyOf } from '@kvartplata/contracts/endpoint.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { jobErrorWords } from '@kvartplata/contracts/job-error-words.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { waitFor, type Api } from './api.ts';

const GOLDEN_ADDRESS = 'г. Зареченск, ул. Садовая, д. 12';

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

/** Registers the person, or finds them registered, and signs them in. */
export async function signIn(api: Api, person: DemoPerson = DEMO_USER): Promise<void> {
  try {
    await api.call(registerUser, { body: person });
  } catch (error) {
    if (!isRefused(error, 'username-or-email-taken')) throw error;
  }
  const { username, password } = person;
  await api.call(startSession, { body: { username, password } });
}

/** A company of the demo, created by the first run. */
export async function findOrCreateOrganization(
  api: Api,
  organization: { readonly name: string } = ORGANIZATION,
): Promise<number> {
  const organizations = await api.call(listOrganizations);
  const found = organizations.find(({ name }) => name === organization.name);
  return found?.id ?? (await api.call(createOrganization, { body: organization })).id;
}

export type SeededHouse = {
  readonly houseId: number;
  readonly accounts: readonly string[];
  readonly meters: number;
  readonly readings: number;
  readonly months: readonly string[];
};

/** The golden house; a later run adds what is missing. */
export async function seedHouse(api: Api, organizationId: number): Promise<SeededHouse> {
  const { items } = await api.call(listHouses, { query: { organizationId, limit: 200 } });
  const houseId = items.find(({ address }) => address === GOLDEN_ADDRESS)?.id ?? 0;
  return api.call(seedGoldenHouse, { body: { organizationId, houseId } });
}

/** Computes and applies a month; returns false when an earlier run has applied it. */
export async function billMonth(
  api: Api,
  organizationId: number,
  period: string,
): Promise<boolean> {
  const job = await computeMonth(api, organizationId, period);
  if (job === undefined) return false;
  await api.call(applyCycle, { params: { cycleId: job.billingCycleId } });
  return true;
}

/** Computes a draft month; undefined when it is applied. */
export async function computeMonth(
  api: Api,
  organizationId: number,
  period: string,
): Promise<CalculationJob | undefined> {
  let job: CalculationJob;
  try {
    job = await requestJob(api, { organizationId, ...monthIn(period) });
  } catch (error) {
    if (isRefused(error, 'cycle-not-draft')) return undefined;
    throw error;
  }
  await waitForJob(api, job.id);
  return job;
}

/** A job that computes a month and stores it. */
export async function requestJob(
  api: Api,
  body: BodyOf<typeof createCalculationJob>,
): Promise<CalculationJob> {
  const job = await api.call(createCalculationJob, { body });
  if (!('billingCycleId' in job)) throw new Error('the month was only tried');
  return job;
}

/** A month as request bodies have it. */
export function monthIn(period: string): { readonly year: number; readonly month: number } {
  const { year, month } = parseBillingMonth(period);
  return { year, month };
}

/** @throws when the month has no cycle */
export function cycleOf(cycles: readonly BillingCycle[], period: string): BillingCycle {
  const { year, month } = monthIn(period);
  const cycle = cycles.find((one) => one.year === year && one.month === month);
  if (cycle === undefined) throw new Error(`${period} has no cycle`);
  return cycle;
}

/** @throws when the job fails, or skips an account */
export async function waitForJob(api: Api, jobId: number): Promise<void> {
  const job = await waitFor(
    `job ${jobId}`,
    async () => api.call(getCalculationJob, { params: { jobId } }),
    ({ finishedAt }) => finishedAt !== null,
  );
  if (job.status === 'COMPLETED' && job.skipped.length === 0) return;
  throw new Error(
    `job ${jobId} ended ${job.status}: ${jobErrorWords(job)?.en ?? job.skipped.map(({ reason }) => reason).join('; ')}`,
  );
}

export type Books = {
  readonly cycles: readonly BillingCycle[];
  readonly charges: readonly Charge[];
  readonly entries: readonly LedgerEntry[];
  readonly balances: readonly AccountBalance[];
};

/** Everything billing has on the house, and the cycles of its company. */
export async function readBooks(api: Api, organizationId: number, houseId: number): Promise<Books> {
  const query = { houseId, limit: 200 };
  const params = { houseId };
  return {
    cycles: await readAll((cursor) => api.call(listCycles, { query: { organizationId, cursor } })),
    charges: await readAll((cursor) =>
      api.call(listHouseCharges, { params, query: { limit: 200, cursor } }),
    ),
    entries: await readAll((cursor) =>
      api.call(listLedgerEntries, { query: { ...query, cursor } }),
    ),
    balances: await readAll((cursor) =>
      api.call(listAccountBalances, { query: { ...query, cursor } }),
    ),
  };
}

/** @param ask returns the page at a cursor, the first page without one */
async function readAll<T>(
  ask: (cursor: string | undefined) => Promise<PageOf<T>>,
): Promise<readonly T[]> {
  const items: T[] = [];
  let cursor: string | undefined;
  do {
    const page = await ask(cursor);
    items.push(...page.items);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return items;
}
