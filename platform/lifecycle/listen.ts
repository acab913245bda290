// Starts an app on its port, and stops it without cutting off requests.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { HttpServer } from '../http/server.ts';
import { STOP_WITHIN_MS, type RunningService } from './run-service.ts';

export type ListenOptions = {
  readonly port: number;
  readonly host: string;
  /** How long it keeps answering, though not ready, so that load balancers can notice; by default not at all. */
  readonly drainMs?: number;
  /** How long requests in flight may take to finish before their connections are closed; by default what the drain leaves. */
  readonly graceMs?: number;
  /** Closed after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

const GRACE_MS = 10_000;
/** Kept for releasing: jobs are handed back, a letter that was handed over awaits its reply, pools are closed. */
const RELEASE_MS = 7_000;
/** Length of the queue of pending connections; beyond it a client retries after seconds, or fails. */
const WAITING_TO_CONNECT = 4_096;

/** On failure to listen everything is released. */
export async function listen(app: HttpServer, options: ListenOptions): Promise<RunningService> {
  const release = async (): Promise<void> => {
    await app.close();
    for (const each of options.release) await each();
  };
  try {
    await app.listen({ port: options.port, host: options.host, backlog: WAITING_TO_CONNECT });
  } catch (error) {
    await release();
    throw isOfHost(error)
      ? new Error(`HTTP_HOST has to be an address of this machine, not ${options.host}`, {
          cause: error,
        })
      : error;
  }
  const { drainMs = 0, graceMs = graceAfter(drainMs) } = options;
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      app.drain();
      await setTimeout(drainMs);
      // Right after new connections were accepted: those still pending break when the port is closed.
      await setImmediate();
      // Node stops checking for slow requests once it closes: an incomplete request would keep the process alive forever.
      const cut = globalThis.setTimeout(() => app.server.closeAllConnections(), graceMs);
      await release();
      clearTimeout(cut);
    },
  };
}

/** How long requests may take after the drain, so that a slow one leaves time to release everything. */
export function graceAfter(drainMs: number): number {
  return Math.min(GRACE_MS, STOP_WITHIN_MS - RELEASE_MS - drainMs);
}

/**
 * The host name cannot be resolved, or is the address of another machine; not to be confused with the hosts that we connect to.
 */
function isOfHost(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code);
}
