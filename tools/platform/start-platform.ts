// Starts the three services as processes, on an embedded PostgreSQL where no server is named, and stops them again.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@kvartplata/platform/embedded-postgres/embedded-postgres.ts';
import { freePort } from '@kvartplata/platform/lifecycle/free-port.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { SERVICE_ARGUMENTS } from '@kvartplata/platform/lifecycle/service-arguments.ts';
import { holdDirectory, readSecrets } from './data-directory.ts';
import {
  assertConfigurations,
  environmentOf,
  ROOT,
  SERVICES,
  servicesWithoutDatabase,
  type Environment,
  type ServiceName,
} from './service-environment.ts';

export type Platform = {
  readonly urls: Readonly<Record<ServiceName, string>>;
  readonly dataDirectory: string;
  readonly logDirectory: string;
  readonly database: EmbeddedPostgres | undefined;
  readonly stop: () => Promise<void>;
};

const EMBEDDED_PORT = 5433;
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 30_000;

/** @param say told of every step and of a service that had to be started again */
export async function startPlatform(
  environment: NodeJS.ProcessEnv,
  say: (line: string) => void,
): Promise<Platform> {
  const dataDirectory = path.resolve(ROOT, environment['DATA_DIR'] ?? '.data');
  const release = holdDirectory(dataDirectory);
  let database: EmbeddedPostgres | undefined;
  try {
    const secrets = readSecrets(dataDirectory);
    const embedded = servicesWithoutDatabase(environment);
    const environments = environmentsOf(
      environment,
      secrets.jwtSecret,
      () => 'postgres://embedded/',
    );
    assertConfigurations(environments, environment);
    await assertPortsFree(environments);
    if (embedded.length > 0) {
      say('Starting PostgreSQL …');
      database = await startEmbeddedPostgres({
        directory: dataDirectory,
        password: secrets.databasePassword,
        preferredPort: EMBEDDED_PORT,
        databases: embedded,
      });
    }
    say('Starting the services …');
    const services = environmentsOf(
      environment,
      secrets.jwtSecret,
      (service) => database?.urlOf(service) ?? '',
    );
    const logDirectory = path.join(dataDirectory, 'logs');
    const running = await startServices(services, logDirectory, say);
    return {
      urls: {
        auth: urlOf(services.auth),
        core: urlOf(services.core),
        billing: urlOf(services.billing),
      },
      dataDirectory,
      logDirectory,
      database,
      stop: async () => {
        await running.stop();
        await database?.stop();
        release();
      },
    };
  } catch (error) {
    await database?.stop();
    release();
    throw error;
  }
}

function environmentsOf(
  environment: NodeJS.ProcessEnv,
  jwtSecret: string,
  databaseUrlOf: (service: ServiceName) => string,
): Record<ServiceName, Environment> {
  const of = (service: ServiceName): Environment =>
    environmentOf(service, environment, { jwtSecret, databaseUrlOf });
  return { auth: of('auth'), core: of('core'), billing: of('billing') };
}

function urlOf(environment: Environment): string {
  return `http://localhost:${environment['HTTP_PORT']}`;
}

async function assertPortsFree(
  environments: Readonly<Record<ServiceName, Environment>>,
): Promise<void> {
  const taken: string[] = [];
  for (const service of SERVICES) {
    const port = Number(environments[service]['HTTP_PORT']);
    if ((await freePort(port)) !== port)
      taken.push(
        `port ${port} of the ${service}-service is in use; stop what listens there, or set ${service.toUpperCase()}_HTTP_PORT`,
      );
  }
  if (taken.length > 0) throw new Error(taken.join('\n'));
}

async function startServices(
  environments: Readonly<Record<ServiceName, Environment>>,
  logDirectory: string,
  say: (line: string) => void,
): Promise<{ stop: () => Promise<void> }> {
  mkdirSync(logDirectory, { recursive: true });
  const children = new Map<ServiceName, ChildProcess>();
  let isStopping = false;

  async function launch(service: ServiceName): Promise<void> {
    const child = fork(path.join(ROOT, 'services', service, 'src/main.ts'), {
      execArgv: [...SERVICE_ARGUMENTS],
      env: { PATH: process.env['PATH'], ...environments[service] },
      stdio: [
        'ignore',
        logTo(path.join(logDirectory, `${service}.log`)),
        logTo(path.join(logDirectory, `${service}.errors.log`)),
        'ipc',
      ],
      // Ctrl-C reaches us alone, so that the services stop in order and the database last.
      detached: true,
    });
    children.set(service, child);
    const ended = once(child, 'exit').then(() => {
      throw new Error(
        lastLine(path.join(logDirectory, `${service}.errors.log`)) ||
          `the ${service}-service ended at its start; see ${logDirectory}`,
      );
    });
    const [{ waitsFor }] = (await Promise.race([once(child, 'message'), ended])) as [
      { readonly waitsFor?: string },
    ];
    if (waitsFor !== undefined) say(`The ${service}-service waits: ${waitsFor}`);
    child.once('exit', () => {
      if (isStopping) return;
      say(
        `The ${service}-service ended by itself; starting it again (see ${path.join(logDirectory, `${service}.log`)})`,
      );
      setTimeout(() => void relaunch(service, RESTART_MS), RESTART_MS);
    });
    ended.catch(() => undefined);
  }

  /** Until it runs: what keeps it from starting, a database that is away for one, may pass. */
  async function relaunch(service: ServiceName, pauseMs: number): Promise<void> {
    if (isStopping) return;
    try {
      await launch(service);
    } catch (error) {
      if (isStopping) return;
      say(explainStartFailure(error));
      const nextPauseMs = Math.min(pauseMs * 2, RESTART_MAX_MS);
      setTimeout(() => void relaunch(service, nextPauseMs), nextPauseMs);
    }
  }

  async function stop(): Promise<void> {
    isStopping = true;
    await Promise.all([...children.values()].map(stopChild));
  }

  const launched = await Promise.allSettled(SERVICES.map(launch));
  const failed = launched.find((result) => result.status === 'rejected');
  if (failed !== undefined) {
    await stop();
    throw failed.reason;
  }
  return { stop };
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The child keeps its own handle. */
function logTo(file: string): number {
  const handle = openSync(file, 'a');
  setImmediate(() => closeSync(handle));
  return handle;
}

function lastLine(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
