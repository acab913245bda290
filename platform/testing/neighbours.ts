// The auth and core services that tests of billing need: a separate pair for a test that breaks or changes one of them, otherwise
// the pair that the test runner starts for the first file that needs it. Tests may only add users and organizations to the shared
// pair.
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { seedGoldenHouse } from '@kvartplata/contracts/core/golden-house.ts';
import { createOrganization } from '@kvartplata/contracts/core/organizations.ts';
import { clientOf, signIn, signUp } from './people.ts';
import { makeEnvironments, startService, type Variables } from './service-environments.ts';
import { allOrNone } from './service-process.ts';
import { createTestDatabase } from './test-database.ts';

export type Neighbours = {
  readonly authUrl: string;
  readonly coreUrl: string;
  /** Connects as the owner of core's tables. */
  readonly coreDatabaseUrl: string;
  /** The variables for a billing-service that uses the two. */
  readonly variables: Variables;
};

export type OwnNeighbours = Neighbours & {
  /** Ends core as a power cut would. */
  readonly killCore: () => Promise<void>;
  /** Restarts core in the same place. */
  readonly restartCore: () => Promise<void>;
  readonly stop: () => Promise<void>;
};

/** Registered first, and therefore the platform's admin. */
export const FIRST_USER = 'admin';

/** The variable with the URL where the test runner offers the shared pair. */
export const SHARED_AT = 'TEST_NEIGHBOURS_URL';

/** @throws without the test runner, or when the pair could not be started */
export async function shareNeighbours(): Promise<Neighbours> {
  const url = process.env[SHARED_AT];
  if (url === undefined)
    throw new Error('this test shares services: run it as `npm test -- path/to/file.test.ts`');
  // `fetch` gives up after five minutes; on a very busy machine starting the pair may take longer.
  const { promise: answered, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  // A new connection: the runner may just be closing one that was kept from the file before.
  get(url, { agent: false }, resolve).on('error', reject);
  const answer = await answered;
  const words = await text(answer);
  if (answer.statusCode !== 200) throw new Error(words);
  return JSON.parse(words) as Neighbours;
}

/**
 * For the test runner: starts the shared pair on the first request.
 * @param more variables of both, overriding the defaults
 */
export async function offerNeighbours(more: Variables): Promise<{
  readonly url: string;
  readonly stop: () => Promise<void>;
}> {
  let started: Promise<OwnNeighbours> | undefined;
  const server = createServer((_, response) => {
    started ??= startShared(more);
    started.then(
      (shared) => response.end(JSON.stringify(shared)),
      (error: unknown) =>
        response.writeHead(500).end(`Shared services did not start: ${String(error)}`),
    );
  });
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: async () => {
      server.close();
      server.closeAllConnections();
      await (await started?.catch(() => undefined))?.stop();
    },
  };
}

/**
 * With another organization and its house, so that a test that takes the first id for its own fails every time, not occasionally.
 */
async function startShared(more: Variables): Promise<OwnNeighbours> {
  const neighbours = await startNeighbours(more);
  const urls = { auth: neighbours.authUrl, core: neighbours.coreUrl };
  const { call } = clientOf({ urls }, { authorization: await signIn(urls.auth, FIRST_USER) });
  const { id: organizationId } = await call(createOrganization, { body: { name: 'Чужой дом' } });
  await call(seedGoldenHouse, { body: { organizationId, houseId: 0 } });
  return neighbours;
}

/** @param more variables of both, overriding the defaults */
export async function startNeighbours(more: Variables = {}): Promise<OwnNeighbours> {
  const [authDatabase, coreDatabase] = await Promise.all([
    createTestDatabase('auth'),
    createTestDatabase('core'),
  ]);
  const urlOf = { auth: authDatabase.url, core: coreDatabase.url, billing: '' };
  const { urls, secret, environmentOf } = await makeEnvironments((service) => urlOf[service], {
    LOG_LEVEL: 'error',
    ...more,
  });
  const startCore = async () => startService('core', environmentOf('core'));
  const [auth, firstCore] = await allOrNone([
    startService('auth', environmentOf('auth')),
    startCore(),
  ]);
  let core = firstCore;
  await signUp({ urls }, FIRST_USER);
  return {
    authUrl: urls.auth,
    coreUrl: urls.core,
    coreDatabaseUrl: coreDatabase.url,
    variables: { JWT_SECRET: secret, AUTH_SERVICE_URL: urls.auth, CORE_SERVICE_URL: urls.core },
    killCore: async () => core.kill(),
    restartCore: async () => {
      core = await startCore();
    },
    stop: async () => {
      await Promise.all([auth.stop(), core.stop()]);
      await Promise.all([authDatabase.drop(), coreDatabase.drop()]);
    },
  };
}
