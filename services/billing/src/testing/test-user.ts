// A registered and signed-in user of a running auth-service, and helpers that create things in core and billing as this user.
import assert from 'node:assert/strict';
import { createClient, type Client } from '@kvartplata/client/client.ts';
import type { OrganizationRole } from '@kvartplata/contracts/access.ts';
import {
  createCalculationJob,
  getCalculationJob,
  type CalculationJob,
} from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createHouse } from '@kvartplata/contracts/core/houses.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { createPersonalAccount } from '@kvartplata/contracts/core/personal-accounts.ts';
import { createRoom } from '@kvartplata/contracts/core/rooms.ts';
import type { Endpoint, ItemOf, Listing } from '@kvartplata/contracts/endpoint.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { moscowDayOf } from '@kvartplata/domain/calendar/day.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';
import {
  bringIn,
  clientOf,
  signUp as signUpAt,
  type Person,
} from '@kvartplata/platform/testing/people.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { askAgain } from '@kvartplata/platform/testing/ask-again.ts';
import { injectedInto } from '@kvartplata/platform/testing/injected.ts';
import { until } from '@kvartplata/platform/testing/until.ts';

/** For a service called without a socket: any address will do. */
const IN_PROCESS = 'http://in.process';

export type TestUser = Pick<Person, 'username' | 'authorization'>;

export async function signUp(authUrl: string, username: string): Promise<TestUser> {
  return signUpAt({ urls: { auth: authUrl } }, username);
}

/** The user's calls of the billing app, which have to succeed. */
export function inBilling(app: HttpServer, { authorization }: TestUser): Client {
  return createClient({
    urls: { billing: IN_PROCESS },
    transport: injectedInto(app),
    bearer: authorization.slice('Bearer '.length),
  });
}

/** The user's calls of the core-service, which have to succeed. */
export function inCore({ coreUrl }: { readonly coreUrl: string }, user: TestUser): Client {
  return clientOf({ urls: { core: coreUrl } }, user);
}

/** Calls an operation of the billing app as the user, or without one, and retries when it is refused for load. */
export async function ask<E extends Endpoint>(
  app: HttpServer,
  user: TestUser | undefined,
  endpoint: E,
  sent?: Sent,
): Promise<Answered<E>> {
  return askAgain(async () => askOnce(app, user, endpoint, sent));
}

/** The same without retries, for tests of such refusals. */
export async function askOnce<E extends Endpoint>(
  app: HttpServer,
  user: TestUser | undefined,
  endpoint: E,
  sent?: Sent,
): Promise<Answered<E>> {
  return sendOnce(injectedInto(app), IN_PROCESS, user?.authorization, endpoint, sent);
}

/** Every item of a long list, page by page. */
export async function readAll<E extends Listing>(
  app: HttpServer,
  user: TestUser,
  endpoint: E,
  sent: Sent = {},
): Promise<readonly ItemOf<E>[]> {
  const items: ItemOf<E>[] = [];
  for (let cursor: string | null | undefined; cursor !== null;) {
    const query = { ...sent.query, cursor };
    const { body } = await ask(app, user, endpoint, { ...sent, query });
    const page = body as PageOf<ItemOf<E>>;
    items.push(...page.items);
    cursor = page.nextCursor;
  }
  return items;
}

export type SeededHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly months: readonly string[];
};

const MONTHS_WITHOUT_READINGS = 7;

/** A day so long after the last reading of a golden house that no average replaces one, and the month of that day. */
export function longAfterReadings(): { readonly day: Temporal.PlainDate; readonly month: string } {
  const day = moscowDayOf(new Date()).add({ months: MONTHS_WITHOUT_READINGS });
  return { day, month: day.toPlainYearMonth().toString() };
}

/** A new organization of the user with the golden house. */
export async function seedHouse(coreUrl: string, user: TestUser): Promise<SeededHouse> {
  const { call } = inCore({ coreUrl }, user);
  const organization = await call(createOrganization, { body: { name: 'ООО «Ровный дом»' } });
  return call(seedGoldenHouse, { body: { organizationId: organization.id, houseId: 0 } });
}

/** Makes the user a member of the owner's organization. */
export async function addMember(
  coreUrl: string,
  { user, organizationId }: { readonly user: TestUser; readonly organizationId: number },
  member: TestUser,
  role: OrganizationRole,
): Promise<void> {
  await bringIn({ urls: { core: coreUrl } }, user, member, { organizationId, role });
}

/** Gives the organization a very old account, in a house of its own, so that every month from 2010 on is within its range. */
export async function beginIn2010(
  coreUrl: string,
  user: TestUser,
  organizationId: number,
): Promise<void> {
  const { call } = inCore({ coreUrl }, user);
  const house = await call(createHouse, { body: { organizationId, address: 'ул. Старая, 1' } });
  const params = { houseId: house.id };
  const room = await call(createRoom, { params, body: { number: '1', area: '30' } });
  const account = { roomId: room.id, accountNumber: 'OLD-1', payer: 'Старожил' };
  const days = { openedOn: '2010-01-01', closedOn: '2010-01-31' };
  const body = { ...account, ...days, registeredPersons: 1 };
  await call(createPersonalAccount, { params, body });
}

/** Computes the month and waits until the job has ended. */
export async function calculate(
  app: HttpServer,
  user: TestUser,
  what: object,
  period: string,
): Promise<CalculationJob> {
  const [year, month] = period.split('-').map(Number);
  const { id } = await requestJob(app, user, { ...what, year, month });
  return waitForJob(app, user, id);
}

/** Requests a calculation, which has to be accepted. */
export async function requestJob(
  app: HttpServer,
  user: TestUser,
  body: object,
): Promise<CalculationJob> {
  const { body: job, status } = await ask(app, user, createCalculationJob, { body });
  assert.equal(status, 202);
  assert.ok('id' in job);
  return job;
}

export async function waitForJob(
  app: HttpServer,
  user: TestUser,
  jobId: number,
): Promise<CalculationJob> {
  let job: CalculationJob | undefined;
  await until(`job ${jobId} has ended`, async () => {
    job = (await ask(app, user, getCalculationJob, { params: { jobId } })).body;
    return job.finishedAt !== null;
  });
  assert.ok(job);
  return job;
}
