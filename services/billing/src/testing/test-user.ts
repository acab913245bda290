// A registered and signed-in user of a running auth-service, and what tests make with it in core and billing.
import assert from 'node:assert/strict';
import type { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import type { HttpServer } from '@kvartplata/platform/http/server.ts';

export type TestUser = { readonly username: string; readonly authorization: string };

const PASSWORD = 'Северный-Ветер-27';
const JOB_DEADLINE_MS = 30_000;

export async function signUp(authUrl: string, username: string): Promise<TestUser> {
  const asked = await fetch(`${authUrl}/api/auth/csrf-token`);
  const { csrfToken } = (await asked.json()) as { csrfToken: string };
  const headers = {
    'content-type': 'application/json',
    'x-csrf-token': csrfToken,
    cookie: cookiesOf(asked),
  };
  const body = {
    firstName: 'Пётр',
    lastName: 'Сидоров',
    username,
    email: `${username}@example.org`,
    password: PASSWORD,
  };
  const registered = await fetch(`${authUrl}/api/auth/register`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  assert.equal(registered.status, 201, await registered.text());
  const signedIn = await fetch(`${authUrl}/api/auth/login`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ username, password: PASSWORD }),
  });
  assert.equal(signedIn.status, 200);
  const token = /access_token=([^;]+)/.exec(cookiesOf(signedIn))?.[1];
  return { username, authorization: `Bearer ${token}` };
}

export type Answer<T> = {
  readonly status: number;
  readonly body: T;
  readonly headers: Readonly<Record<string, unknown>>;
};

/** Asks the billing app as the user, or as nobody. `T` is what the test expects of the body; a refusal is a Problem. */
export async function ask<T = Problem>(
  app: HttpServer,
  user: TestUser | undefined,
  method: 'GET' | 'POST',
  url: string,
  payload?: object,
): Promise<Answer<T>> {
  const response = await app.inject({
    method,
    url,
    headers: user === undefined ? {} : { authorization: user.authorization },
    ...(payload === undefined ? {} : { payload }),
  });
  return { status: response.statusCode, body: response.json<T>(), headers: response.headers };
}

/** Every item of a long list, page by page. */
export async function readAll<T>(
  app: HttpServer,
  user: TestUser,
  url: string,
): Promise<readonly T[]> {
  const items: T[] = [];
  for (let cursor: string | null = ''; cursor !== null;) {
    const next: string =
      cursor === '' ? url : `${url}${url.includes('?') ? '&' : '?'}cursor=${cursor}`;
    const { status, body }: Answer<PageOf<T>> = await ask<PageOf<T>>(app, user, 'GET', next);
    assert.equal(status, 200, JSON.stringify(body));
    items.push(...body.items);
    cursor = body.nextCursor;
  }
  return items;
}

export async function post(url: string, user: TestUser, body: object): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: user.authorization },
    body: JSON.stringify(body),
  });
  const answer: unknown = await response.json();
  assert.ok(response.ok, JSON.stringify(answer));
  return answer;
}

export type SeededHouse = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly months: readonly string[];
};

/** A new organization of the user with the golden house. */
export async function seedHouse(coreUrl: string, user: TestUser): Promise<SeededHouse> {
  const organization = (await post(`${coreUrl}/api/organizations`, user, {
    name: `Дом ${user.username}`,
  })) as { id: number };
  return (await post(`${coreUrl}/api/test-data/seed-golden`, user, {
    organizationId: organization.id,
    houseId: 0,
  })) as SeededHouse;
}

/** Computes the month and waits for the job's end. */
export async function calculate(
  app: HttpServer,
  user: TestUser,
  what: object,
  period: string,
): Promise<CalculationJob> {
  const [year, month] = period.split('-').map(Number);
  const asked = await ask<CalculationJob>(app, user, 'POST', '/api/billing/calculation-jobs', {
    ...what,
    year,
    month,
  });
  assert.equal(asked.status, 202, JSON.stringify(asked.body));
  return waitForJob(app, user, asked.body.id);
}

export async function waitForJob(
  app: HttpServer,
  user: TestUser,
  jobId: number,
): Promise<CalculationJob> {
  const deadline = performance.now() + JOB_DEADLINE_MS;
  for (;;) {
    const { body: job } = await ask<CalculationJob>(
      app,
      user,
      'GET',
      `/api/billing/calculation-jobs/${jobId}`,
    );
    if (job.finishedAt !== null) return job;
    assert.ok(performance.now() < deadline, `job ${jobId} is still ${job.status}: ${job.error}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function cookiesOf(response: Response): string {
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ');
}
