// A signed-in user's real browser visits somebody else's page, on another site or on another port of the same site. Whatever that
// page tries, nothing is changed or read; our own page then succeeds with the same requests.
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startSession } from '@kvartplata/contracts/auth/sign-in.ts';
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import { missing } from '@kvartplata/platform/testing/programs.ts';
import type { Browser, BrowserContext, Page, Request } from 'playwright-core';
import { PASSWORD } from '@kvartplata/platform/testing/people.ts';
import { openBrowser, servePage, type PageServer } from './testing/browser.ts';
import { fingerprintOf } from './testing/fingerprint.ts';
import { listOperations, requestOf, type PlainRequest } from './testing/operations.ts';
import { startThreeServices, type ThreeServices } from './testing/three-services.ts';
import { makeTwoCompanies } from './testing/two-companies.ts';

/** A request with its full URL, as a page sends it. */
type PageRequest = PlainRequest & { readonly service: ServiceName };
type PageAnswer = { readonly status: number; readonly body: unknown };

const FOREIGN_HOSTS = [
  { host: '127.0.0.1', why: 'of another site' },
  { host: 'localhost', why: 'of another port of the same site, to which all cookies go' },
];
const FORM_TYPES = ['application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data'];
/** Only protected by the origin check: there is no session yet that a token could be bound to. */
const WITHOUT_TOKEN = /\/(?:login|verify-login|password\/forgotten|password\/reset)$/;
/** They end the session. */
const LAST = ['/logout-all', '/logout'];

/**
 * Refused because of the state: there is no provider, no API key and no closed month, so no proof, and the accounts have no
 * numbers in ГИС ЖКХ.
 */
const REFUSED = [
  { path: /\/oidc\/(?:login|callback)$/, status: 409 },
  { path: /\/api-keys\/\d+$/, status: 404 },
  { path: /\/seals\/\d+\/proof$/, status: 404 },
  { path: /\/exports\/gis-zhkh(?:\/(?:readings|payments|payment-cancellations))?$/, status: 409 },
];

describe('a browser that is signed in', { skip: missing('chromium') }, () => {
  let ownServer: PageServer;
  let foreignServer: PageServer;
  let services: ThreeServices;
  let browser: Browser;
  let context: BrowserContext;
  let own: Page;
  let csrfToken: string;
  let reads: readonly PageRequest[];
  let writes: readonly PageRequest[];

  before(async () => {
    browser = await openBrowser();
    [ownServer, foreignServer] = [await servePage(), await servePage()];
    services = await startThreeServices({}, { CORS_ORIGIN: `http://localhost:${ownServer.port}` });
    const requests = await listRequests(services);
    reads = requests.filter(({ method }) => method === 'GET');
    writes = requests.filter(({ method }) => method !== 'GET');
    context = await browser.newContext();
    own = await context.newPage();
    await own.goto(`http://localhost:${ownServer.port}`);
    const url = `${onLocalhost(services.urls.auth)}${startSession.path}`;
    const body = { username: 'administrator', password: PASSWORD };
    const login = await askFrom(own, { method: 'POST', url, body });
    assert.equal(login.status, 200);
    ({ csrfToken } = login.body as { csrfToken: string });
  });
  after(async () => {
    await browser.close();
    await services.stop();
    await Promise.all([ownServer.close(), foreignServer.close()]);
  });

  const prints = async (): Promise<readonly object[]> =>
    Promise.all(SERVICES.map(async (service) => fingerprintOf(services.owners[service])));

  test('can read every route from our own page with its cookies', async () => {
    for (const request of reads) {
      const refusal = REFUSED.find(({ path: of }) => of.test(new URL(request.url).pathname));
      assert.equal((await askFrom(own, request)).status, refusal?.status ?? 200, request.url);
    }
    const names = (await context.cookies(reads[0]?.url)).map(({ name }) => name);
    assert.deepEqual(names.toSorted(), ['access_token', 'csrf', 'refresh_token']);
  });

  for (const { host, why } of FOREIGN_HOSTS) {
    test(`lets a page ${why} change nothing and read nothing`, async () => {
      const standing = await prints();
      const asked = new Set<string>();
      const note = (request: Request): unknown => asked.add(request.url());
      context.on('request', note);
      const page = await context.newPage();
      const home = `http://${host}:${foreignServer.port}/`;
      await page.goto(home);
      const [some, others] = oneOfEachKind(writes);
      const [windows] = oneOfEachKind(reads).map(addressesOf);
      const plan = JSON.stringify({ reads: addressesOf(reads), windows, writes: some, others });
      const read: readonly string[] = await page.evaluate(`attack(${plan})`);
      assert.deepEqual(read.slice(0, 3), []);

      for (const request of some.filter(({ method }) => method === 'POST'))
        for (const type of FORM_TYPES) {
          await page.goto(home);
          const answered = page.waitForResponse(request.url);
          await page.evaluate(`formFor(${JSON.stringify(request)}, '${type}').submit()`);
          assert.equal((await answered).status(), 403, `${type} ${request.url}`);
          await page.waitForURL(request.url);
        }
      await page.close();
      context.off('request', note);

      for (const { url } of [...reads, ...writes])
        assert.ok(asked.has(url), `${url} was not asked`);
      assert.deepEqual(await prints(), standing);
    });
  }

  test('lets our own page change nothing without a CSRF token', async () => {
    const standing = await prints();
    for (const request of writes.filter(({ url }) => !WITHOUT_TOKEN.test(url)))
      assert.equal((await askFrom(own, request)).status, 403, request.url);
    assert.deepEqual(await prints(), standing);
  });

  test('lets our own page make all changes with one', async () => {
    const standing = await prints();
    const withToken = writes.filter(({ url }) => !WITHOUT_TOKEN.test(url));
    for (const request of withToken.toSorted((a, b) => rankOf(a) - rankOf(b))) {
      const { status, body } = await askFrom(own, request, { 'x-csrf-token': csrfToken });
      const told = `${request.method} ${request.url}: ${status} ${JSON.stringify(body)}`;
      assert.ok(![401, 403].includes(status) && status < 500, told);
    }
    const changed = await prints();
    for (const [index, service] of SERVICES.entries())
      assert.notDeepEqual(changed[index], standing[index], service);
  });
});

/** Every operation of the three services that is for browsers, about an existing house. */
async function listRequests(services: ThreeServices): Promise<readonly PageRequest[]> {
  const { own } = await makeTwoCompanies(services);
  const operations = await listOperations(services);
  return operations
    .filter(({ access, path }) => access !== 'service' && path.startsWith('/api/'))
    .map((operation) => {
      const { method, url, body } = requestOf(operation, own);
      const { service } = operation;
      return { service, method, url: onLocalhost(services.urls[service]) + url, body };
    });
}

/** Minus one for requests whose order does not matter. */
function rankOf({ url }: PageRequest): number {
  return LAST.findIndex((end) => url.endsWith(end));
}

/** The browser must use the site's name for the services; cookies do not distinguish ports. */
function onLocalhost(url: string): string {
  return url.replace('127.0.0.1', 'localhost');
}

function addressesOf(requests: readonly PageRequest[]): readonly string[] {
  return requests.map(({ url }) => url);
}

/** The first request of each method and service, and all the others. */
function oneOfEachKind(
  requests: readonly PageRequest[],
): readonly [readonly PageRequest[], readonly PageRequest[]] {
  const kinds = Map.groupBy(requests, ({ method, service }) => `${method} ${service}`);
  const some = [...kinds.values()].flatMap(([first]) => first ?? []);
  return [some, requests.filter((request) => !some.includes(request))];
}

async function askFrom(
  page: Page,
  { method, url, body }: PlainRequest,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const init = {
    method,
    credentials: 'include',
    headers: { ...type, ...headers },
    body: body === undefined ? undefined : JSON.stringify(body),
  };
  return page.evaluate(`
    fetch(${JSON.stringify(url)}, ${JSON.stringify(init)}).then(async (answer) => ({
      status: answer.status,
      body: await answer.json().catch(() => null),
    }))
  `);
}
