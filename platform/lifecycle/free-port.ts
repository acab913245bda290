// Finds a TCP port on loopback that nobody listens on.
import { createServer } from 'node:net';

/** `preferred` when it is free, else any other. */
export async function freePort(preferred = 0): Promise<number> {
  return (await tryPort(preferred)) ?? (await tryPort(0)) ?? preferred;
}

async function tryPort(port: number): Promise<number | undefined> {
  const { promise, resolve } = Promise.withResolvers<number | undefined>();
  const server = createServer();
  server.once('error', () => resolve(undefined));
  server.listen(port, '127.0.0.1', () => {
    const address = server.address();
    server.close(() =>
      resolve(typeof address === 'object' && address !== null ? address.port : undefined),
    );
  });
  return promise;
}
