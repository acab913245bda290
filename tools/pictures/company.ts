// The company of the pictures: that of the demo, which stays up, with more houses. Its figures are the same in every run; its
// months are the twelve before the current one.
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { createApi, type Api } from '../demo/api.ts';
import { sendRegistry } from '../demo/bank-registry.ts';
import {
  DEMO_USER,
  findOrCreateOrganization,
  seedHouse,
  signIn,
  type DemoPerson,
} from '../demo/bill-a-year.ts';
import { ROOT } from '../platform/service-environment.ts';
import { addHouses } from './more-houses.ts';

/** The last months, which the demo leaves open. */
const OPEN_MONTHS = -4;
const IS_UP = /The platform stays up/;
const PREFERRED_PORTS = { AUTH: 8001, CORE: 8002, BILLING: 8003, WEB: 3000 };

export type Company = {
  readonly api: Api;
  readonly pageUrl: string;
  readonly user: DemoPerson;
  readonly organizationId: number;
  /** The house that the demo has billed for a year. */
  readonly houseId: number;
  /** The twelve billed months. */
  readonly months: readonly string[];
  readonly [Symbol.asyncDispose]: () => Promise<void>;
};

/** @param directory an empty one that PostgreSQL's user may enter */
export async function startCompany(directory: string): Promise<Company> {
  const ports = await findPorts();
  const demo = spawn(process.execPath, ['tools/demo.ts', '--lang', 'en'], {
    cwd: ROOT,
    env: { ...process.env, ...ports, DATA_DIR: path.join(directory, 'data') },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const stop = async (): Promise<void> => {
    if (demo.exitCode !== null) return;
    demo.kill('SIGINT');
    await once(demo, 'exit');
  };
  try {
    await untilUp(demo, demo.stdout);
    const of = (name: string): string => `http://localhost:${ports[`${name}_HTTP_PORT`]}`;
    const urls = { auth: of('AUTH'), core: of('CORE'), billing: of('BILLING') };
    const pageUrl = of('WEB');
    const api = createApi(pageUrl, urls);
    await signIn(api);
    const organizationId = await findOrCreateOrganization(api);
    const { houseId, months } = await seedHouse(api, organizationId);
    await addHouses({ api, organizationId }, months.slice(OPEN_MONTHS));
    await leaveUnidentified(api, organizationId, months.at(-1) ?? '');
    return {
      api,
      pageUrl,
      user: DEMO_USER,
      organizationId,
      houseId,
      months,
      [Symbol.asyncDispose]: stop,
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

/** A payment that cannot be matched to an account. */
async function leaveUnidentified(api: Api, organizationId: number, period: string): Promise<void> {
  await sendRegistry(
    api,
    { profile: 'csv', organizationId },
    { name: `Банк ${period}.csv`, text: `account;amount;date\nкв. 17;4312,50;${period}-14\n` },
  );
}

async function findPorts(): Promise<Readonly<Record<string, string>>> {
  const ports: Record<string, string> = {};
  for (const [name, port] of Object.entries(PREFERRED_PORTS))
    ports[`${name}_HTTP_PORT`] = String(await freePort(port));
  return ports;
}

/** @throws with its output when the demo ends instead */
async function untilUp(demo: ChildProcess, output: Readable): Promise<void> {
  let said = '';
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  output.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    if (IS_UP.test(said)) resolve();
  });
  demo.once('exit', (code) => reject(new Error(`the demo ended with ${code}:\n${said}`)));
  await promise;
}
