// A service as a real process, for tests that need real HTTP between services or that kill one.
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { SERVICE_ARGUMENTS } from '../lifecycle/service-arguments.ts';
import { BARE_ENVIRONMENT } from './bare-environment.ts';

export type ServiceProcess = {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it has printed so far, to both streams. */
  readonly output: () => string;
  /** Stops it as an operator would, and returns its exit code. */
  readonly stop: () => Promise<number | null>;
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>;
};

/** The service did not start; `output` is what it printed. */
export class ServiceStartError extends Error {
  override readonly name = 'ServiceStartError';
  readonly exitCode: number | null;
  readonly output: string;

  constructor(entry: string, exitCode: number | null, output: string) {
    super(`${entry} ended with ${exitCode}: ${output}`);
    this.exitCode = exitCode;
    this.output = output;
  }
}

/**
 * @param entry absolute path of the service's main.ts
 * @param env the whole environment of the process except for PATH and the place of Node's compile cache
 */
export async function startServiceProcess(
  entry: string,
  env: Readonly<Record<string, string>>,
): Promise<ServiceProcess> {
  const child = fork(entry, {
    execArgv: [...SERVICE_ARGUMENTS],
    env: { ...BARE_ENVIRONMENT, ...env },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr?.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const ended = once(child, 'close') as Promise<[number | null]>;
  const ready = once(child, 'message') as Promise<[{ ready: string }]>;
  const first = await Promise.race([
    ready.then(([message]) => message),
    ended.then(([code]) => new ServiceStartError(entry, code, output)),
  ]);
  if (first instanceof ServiceStartError) throw first;
  return {
    url: first.ready,
    child,
    output: () => output,
    stop: async () => {
      child.kill('SIGTERM');
      return (await ended)[0];
    },
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** Waits for all of them; when one does not start, the others are ended, so that a failed test leaves nothing running. */
export async function allOrNone<const T extends readonly Promise<ServiceProcess>[]>(
  starting: T,
): Promise<{ -readonly [K in keyof T]: ServiceProcess }> {
  const settled = await Promise.allSettled(starting);
  const failed = settled.find((result) => result.status === 'rejected');
  const started = settled.flatMap((result) =>
    result.status === 'fulfilled' ? [result.value] : [],
  );
  if (failed === undefined) return started as { -readonly [K in keyof T]: ServiceProcess };
  await Promise.all(started.map(async (service) => service.kill()));
  throw failed.reason;
}
