// Three real services on a real PostgreSQL, for benchmarks over HTTP.
import assert from 'node:assert/strict';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { AnswerOf, Endpoint } from '@kvartplata/contracts/endpoint.ts';
import { sendOnce, type Answered, type Sent } from '@kvartplata/platform/testing/answered.ts';
import { openDatabase, type Database } from '@kvartplata/platform/database/database.ts';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { signIn, signUp } from '@kvartplata/platform/testing/people.ts';
import {
  makeEnvironments,
  startService,
  startServices,
} from '@kvartplata/platform/testing/service-environments.ts';
import type { ServiceProcess } from '@kvartplata/platform/testing/service-process.ts';

export const USERNAME = 'bench';

export type Stand = RunningServices & { readonly postgres: EmbeddedPostgres };

type Ask = <E extends Endpoint>(endpoint: E, sent?: Sent) => Promise<AnswerOf<E>>;

export type RunningServices = {
  /** Connections as the owners of the databases. */
  readonly core: Database<unknown>;
  readonly billing: Database<unknown>;
  readonly authProcess: ServiceProcess;
  readonly coreProcess: ServiceProcess;
  readonly billingProcess: ServiceProcess;
  /** For files; removed with the stand. */
  readonly directory: string;
  /** As the administrator. */
  readonly ask: Ask;
  readonly askAs: (username: string) => Ask;
  /** Downloads a file. */
  readonly download: (endpoint: Endpoint, sent?: Sent) => Promise<Buffer>;
  readonly stop: () => Promise<void>;
};

/** @param variables for all three services, overriding the defaults */
export async function startStand(variables: Readonly<Record<string, string>> = {}): Promise<Stand> {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-calculation-'));
  // The server may run as another user; its files have to be in this folder, to be removed with it.
  chmodSync(directory, 0o755);
  const postgres = await startEmbeddedPostgres({
    directory,
    password: 'bench',
    preferredPort: 0,
    databases: ['auth', 'core', 'billing'],
  });
  const running = await runServices(directory, postgres.urlOf, variables);
  return {
    ...running,
    postgres,
    stop: async () => {
      await running.stop();
      await postgres.stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

/**
 * @param urlOf the URL of each service's existing database
 * @param variables for all three services, overriding the defaults
 */
export async function runServices(
  directory: string,
  urlOf: (service: string) => string,
  variables: Readonly<Record<string, string>> = {},
): Promise<RunningServices> {
  const { environmentOf } = await makeEnvironments(urlOf, { LOG_LEVEL: 'warn', ...variables });
  const { auth, core, billing } = await startServices(async (service) =>
    startService(service, environmentOf(service)),
  );
  const owners = ['core', 'billing'].map((service) =>
    openDatabase<unknown>({ url: urlOf(service), poolSize: 2, applicationName: 'bench' }),
  );
  const [coreOwner, billingOwner] = owners;
  assert.ok(coreOwner && billingOwner);
  await signUp({ urls: { auth: auth.url } }, USERNAME);
  const senderAs = (username: string) => {
    let authorization = '';
    let goodUntilMs = 0;
    return async <E extends Endpoint>(endpoint: E, sent?: Sent): Promise<Answered<E>> => {
      if (performance.now() > goodUntilMs) {
        authorization = await signIn(auth.url, username);
        goodUntilMs = performance.now() + 300_000;
      }
      const base = { auth: auth.url, core: core.url, billing: billing.url }[endpoint.service];
      return sendOnce(fetch, base, authorization, endpoint, sent);
    };
  };
  const send = senderAs(USERNAME);
  return {
    core: coreOwner,
    billing: billingOwner,
    authProcess: auth,
    coreProcess: core,
    billingProcess: billing,
    directory,
    ask: async (endpoint, sent) => (await send(endpoint, sent)).body,
    askAs: (username) => {
      const sendAs = senderAs(username);
      return async (endpoint, sent) => (await sendAs(endpoint, sent)).body;
    },
    download: async (endpoint, sent) => {
      const { status, text, bytes } = await send(endpoint, sent);
      assert.equal(status, 200, text);
      return bytes;
    },
    stop: async () => {
      await Promise.all([auth.stop(), core.stop(), billing.stop()]);
      for (const owner of owners) await owner.db.destroy();
    },
  };
}
