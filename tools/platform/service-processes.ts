// The three services as processes, which load their code before there is a database and run when they get its URL; one that ends
// by itself is restarted.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { SERVICE_ARGUMENTS } from '@kvartplata/platform/lifecycle/service-arguments.ts';
import { say } from '../speech/speech.ts';
import { ROOT, SERVICES, type Environment, type ServiceName } from './service-environment.ts';

export type ServiceProcesses = {
  /** Resolves when all three respond; throws the message of one that cannot start. */
  readonly run: (environments: Readonly<Record<ServiceName, Environment>>) => Promise<void>;
  readonly stop: () => Promise<void>;
};

type Loaded = {
  readonly child: ChildProcess;
  /** Rejects with its last output when it ends. */
  readonly ended: Promise<never>;
};

const LOADER = path.join(import.meta.dirname, 'load-service.ts');
/** Reuses the code compiled at the last start: a service is up in two thirds of the time. */
const COMPILED = path.join(ROOT, 'node_modules/.cache/compiled');
/** Variables that Node and the system read themselves: they must exist when a process begins. */
const INHERITED = ['PATH', 'TMPDIR', 'NODE_EXTRA_CA_CERTS'];
const RESTART_MS = 1_000;
const RESTART_MAX_MS = 30_000;

/** @param tell reports a service that is waiting, and one that was restarted */
export function loadServices(logDirectory: string, tell: (line: string) => void): ServiceProcesses {
  mkdirSync(logDirectory, { recursive: true });
  const loaded = new Map(SERVICES.map((service) => [service, load(service, logDirectory)]));
  let isStopping = false;

  async function run(service: ServiceName, environment: Environment): Promise<void> {
    const { child, ended } = loaded.get(service) ?? load(service, logDirectory);
    // Sending to a process that has ended fails; `ended` reports why.
    child.send(environment, () => undefined);
    const [{ waitsFor }] = (await Promise.race([once(child, 'message'), ended])) as [
      { readonly waitsFor?: string },
    ];
    if (waitsFor !== undefined)
      tell(say(`Служба ${service} ждёт: ${waitsFor}`, `The ${service}-service waits: ${waitsFor}`));
    child.once('exit', () => {
      if (isStopping) return;
      const log = path.join(logDirectory, `${service}.log`);
      tell(
        say(
          `Служба ${service} остановилась сама; запускаем её снова (см. ${log})`,
          `The ${service}-service ended by itself; starting it again (see ${log})`,
        ),
      );
      runAgain(service, environment, RESTART_MS);
    });
  }

  /** Retries until it runs: what prevents its start, such as an unavailable database, may pass. */
  function runAgain(service: ServiceName, environment: Environment, pauseMs: number): void {
    setTimeout(() => {
      if (isStopping) return;
      loaded.set(service, load(service, logDirectory));
      run(service, environment).catch((error: unknown) => {
        if (isStopping) return;
        tell(explainStartFailure(error));
        runAgain(service, environment, Math.min(pauseMs * 2, RESTART_MAX_MS));
      });
    }, pauseMs);
  }

  return {
    run: async (environments) => {
      const running = await Promise.allSettled(
        SERVICES.map(async (service) => run(service, environments[service])),
      );
      const failed = running.find((result) => result.status === 'rejected');
      if (failed !== undefined) throw failed.reason;
    },
    stop: async () => {
      isStopping = true;
      await Promise.all([...loaded.values()].map(async ({ child }) => stopChild(child)));
    },
  };
}

function load(service: ServiceName, logDirectory: string): Loaded {
  const errors = path.join(logDirectory, `${service}.errors.log`);
  const child = fork(LOADER, [path.join(ROOT, 'services', service, 'src/main.ts')], {
    execArgv: [...SERVICE_ARGUMENTS],
    env: { ...inherited(process.env), NODE_COMPILE_CACHE: COMPILED },
    stdio: ['ignore', logTo(path.join(logDirectory, `${service}.log`)), logTo(errors), 'ipc'],
    // Only we get Ctrl-C, so that the services stop in order and the database last.
    detached: true,
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(
      lastLine(errors) || `the ${service}-service ended at its start; see ${logDirectory}`,
    );
  });
  ended.catch(() => undefined);
  return { child, ended };
}

export function inherited(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    INHERITED.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
}

async function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  await ended;
}

/** The child keeps a handle of its own. The log contains the first admin's secret: only the folder's owner may read it. */
function logTo(file: string): number {
  const handle = openSync(file, 'a', 0o600);
  setImmediate(() => closeSync(handle));
  return handle;
}

function lastLine(file: string): string {
  return readFileSync(file, 'utf8').trimEnd().split('\n').at(-1) ?? '';
}
