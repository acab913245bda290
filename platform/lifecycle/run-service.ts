// Runs a service as a process: one clear line and exit 1 when it cannot start, a graceful stop on SIGTERM and SIGINT.
import { ConfigurationError } from '../config/config.ts';
import { absenceOf } from '../database/absence.ts';

export type RunningService = {
  readonly url: string;
  /** What it was waiting for when it began to listen; undefined when it is serving. */
  readonly waitsFor?: string;
  /** Takes no new work, finishes what is in flight, releases everything. */
  readonly stop: () => Promise<void>;
};

/** From the signal until the process is gone, whether everything was released or not. */
export const STOP_WITHIN_MS = 25_000;

/**
 * @param start opens the service; what it throws, also later through its argument, becomes one line on standard error and ends
 *   the process
 */
export async function runService(
  name: string,
  start: (giveUp: (error: unknown) => void) => Promise<RunningService>,
): Promise<void> {
  const giveUp = (error: unknown): never => {
    process.stderr.write(`${name}-service cannot start: ${explainStartFailure(error)}\n`);
    process.exit(1);
  };
  const service = await start(giveUp).catch(giveUp);
  let stopping = false;
  const stop = (): void => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    service.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        process.stderr.write(`${name}-service did not stop cleanly: ${String(error)}\n`);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  // The parent that started this process is gone: nobody is left to send a signal.
  process.on('disconnect', stop);
  // Sent last: the parent may send a signal as soon as it gets the message.
  process.send?.({ ready: service.url, waitsFor: service.waitsFor });
}

/** One clear sentence for failures that a person can fix; the plain message for the rest. */
export function explainStartFailure(error: unknown): string {
  if (error instanceof ConfigurationError) return error.message;
  if (!(error instanceof Error)) return String(error);
  return (
    portFault(error) ||
    absenceOf(error) ||
    error.message ||
    (error as AggregateError).errors?.map(String).join('; ') ||
    error.name
  );
}

/** Files can be refused with the same codes as ports; their messages name the file. */
function portFault(error: Error): string | undefined {
  const { code, syscall, address, port } = error as NodeJS.ErrnoException & {
    address?: string;
    port?: number;
  };
  if (syscall !== 'listen') return undefined;
  const place = address === undefined ? '' : ` ${address}:${port}`;
  if (code === 'EADDRINUSE') return `the port${place} is already in use`;
  return code === 'EACCES' ? `the port${place} may not be opened by this user` : undefined;
}
