// Puts an app on its port, and takes it off without cutting anybody short.
import type { HttpServer } from '../http/server.ts';
import type { RunningService } from './run-service.ts';

export type ListenOptions = {
  readonly port: number;
  readonly host: string;
  /** Released after the last request, in this order. */
  readonly release: readonly (() => Promise<void>)[];
};

export async function listen(app: HttpServer, options: ListenOptions): Promise<RunningService> {
  await app.listen({ port: options.port, host: options.host });
  const address = app.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : options.port;
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      await app.close();
      for (const release of options.release) await release();
    },
  };
}
