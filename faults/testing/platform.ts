// The three services as processes that a test may kill, with a proxy that may fail on every connection between them and to what
// they depend on.
import { SERVICES, type ServiceName } from '@kvartplata/contracts/endpoint.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';
import { until } from '@kvartplata/platform/testing/until.ts';
import { openFaultProxy, type FaultProxy } from '@kvartplata/platform/testing/fault-proxy.ts';
import {
  makeEnvironments,
  startService,
  startServices,
  type Variables,
} from '@kvartplata/platform/testing/service-environments.ts';

/** The two ends of each connection. */
export const LINKS = [
  'auth-postgres',
  'core-postgres',
  'billing-postgres',
  'core-auth',
  'billing-auth',
  'billing-core',
  'core-billing',
  'auth-redis',
  'core-redis',
  'billing-redis',
] as const;
export type LinkName = (typeof LINKS)[number];

export type Platform = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly links: Readonly<Record<LinkName, FaultProxy>>;
  /** Ends the service as a power cut would and restarts it. @returns after how many milliseconds it was ready */
  readonly killAndRestart: (service: ServiceName) => Promise<number>;
  /** Suspends the process: its connections stay open, and nothing is answered. @returns resumes it */
  readonly freeze: (service: ServiceName) => () => void;
  /** What the services have printed since the first start, including processes that have ended. */
  readonly output: () => string;
  readonly stop: () => Promise<void>;
};

export type PlatformOptions = {
  /** Connects as the database's owner. */
  readonly databaseUrlOf: (service: ServiceName) => string;
  /** Without it the services keep in memory what would be in Redis; the links to Redis then lead nowhere. */
  readonly redisPort?: number;
  /** Override the defaults. */
  readonly variablesOf?: (service: ServiceName) => Variables;
};

export async function startPlatform({
  databaseUrlOf,
  redisPort,
  variablesOf,
}: PlatformOptions): Promise<Platform> {
  // The links take their ports first: otherwise one of them might take a port that was found free for a service.
  const links = {} as Record<LinkName, FaultProxy>;
  const targets: Record<string, number> = { redis: redisPort ?? 0 };
  for (const name of LINKS) {
    const [from, to] = name.split('-') as [ServiceName, string];
    links[name] = await openFaultProxy(() =>
      to === 'postgres' ? Number(new URL(databaseUrlOf(from)).port) : (targets[to] ?? 0),
    );
  }
  const closeLinks = async (): Promise<void> => {
    await Promise.all(LINKS.map(async (name) => links[name].close()));
  };
  const { urls, ports, environmentOf } = await makeEnvironments(
    (service) => {
      const database = new URL(databaseUrlOf(service));
      database.port = String(links[`${service}-postgres`].port);
      return database.href;
    },
    { LOG_LEVEL: 'error' },
  );
  Object.assign(targets, ports);
  const addresses = addressesOf(links);
  const start = async (service: ServiceName): Promise<ServiceProcess> =>
    startService(service, {
      ...environmentOf(service),
      ...addresses[service],
      ...(redisPort === undefined
        ? {}
        : { REDIS_URL: `redis://127.0.0.1:${links[`${service}-redis`].port}` }),
      ...variablesOf?.(service),
    });
  const running = await startServices(start).catch(async (error: unknown) => {
    await closeLinks();
    throw error;
  });
  let printed = '';

  return {
    urls,
    links,
    killAndRestart: async (service) => {
      const startedAt = performance.now();
      await running[service].kill();
      printed += running[service].output();
      // Its port may briefly be used by an outgoing connection.
      running[service] = await start(service).catch(async () => start(service));
      await until(`${service} is ready again`, async () => {
        return (await fetch(`${running[service].url}/ready`)).ok;
      });
      return performance.now() - startedAt;
    },
    freeze: (service) => {
      const { child } = running[service];
      child.kill('SIGSTOP');
      return () => void child.kill('SIGCONT');
    },
    output: () => printed + SERVICES.map((service) => running[service].output()).join(''),
    stop: async () => {
      await Promise.all(SERVICES.map(async (service) => running[service].stop()));
      await closeLinks();
    },
  };
}

/** Where each finds the others: at the end of a link. */
function addressesOf(links: Platform['links']): Readonly<Record<ServiceName, Variables>> {
  const linkUrl = (name: LinkName): string => `http://127.0.0.1:${links[name].port}`;
  return {
    auth: {},
    core: {
      AUTH_SERVICE_URL: linkUrl('core-auth'),
      BILLING_SERVICE_URL: linkUrl('core-billing'),
    },
    billing: {
      AUTH_SERVICE_URL: linkUrl('billing-auth'),
      CORE_SERVICE_URL: linkUrl('billing-core'),
    },
  };
}
