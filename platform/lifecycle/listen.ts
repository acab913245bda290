// Puts an app on its port, and takes it off without cutting anybody short.
import { setImmediate, setTimeout } from 'node:timers/promises';
import type { HttpServer } from '../http/server.ts';
import type { RunningService } from './run-service.ts';

export type ListenOptions = {
  readonly port: number;
  readonly host: string;
  /** How long it goes on answering, though not ready, so that whoever sends requests here can notice; not at all unless given. */
  readonly drainMs?: number;
  /** How long requests in flight may take to finish; then their connections are cut. */
  readonly graceMs?: number;
  /** Released after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

const GRACE_MS = 10_000;
/** Who comes while so many wait to be let in is not heard: the connection is tried again after seconds, or breaks. */
const WAITING_TO_CONNECT = 4_096;

/** Releases what it was given when the port cannot be had. */
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
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      app.drain();
      await setTimeout(options.drainMs ?? 0);
      // Right after a look for new connections: those that wait to be let in break when the port is given up.
      await setImmediate();
      // Node stops looking for slow requests once it closes: a half-sent one would hold the process for ever.
      const cut = globalThis.setTimeout(
        () => app.server.closeAllConnections(),
        options.graceMs ?? GRACE_MS,
      );
      await release();
      clearTimeout(cut);
    },
  };
}

/** A name that leads nowhere, or an address that another machine has: not to be taken for those that we ask. */
function isOfHost(error: unknown): boolean {
  const { code = '' } = error as NodeJS.ErrnoException;
  return ['ENOTFOUND', 'EAI_AGAIN', 'EADDRNOTAVAIL'].includes(code);
}
