// Finds a TCP port on loopback that nobody listens on.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below those that systems give to whoever connects: between being found and being listened on, such a one is lost to the
 * next connection of anyone.
 */
const GUESSED = { from: 20_000, below: 26_000 };
/**
 * Whoever finds a port listens on its twin, so many above it, until the process ends: nobody else finds the same one before it
 * is listened on, or while the service that listens on it starts again.
 */
const TWIN = 6_000;
const GUESSES = 40;

/** `preferred` when it is free, else any other, which no other process finds while this one runs. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isFree(preferred))) return preferred;
  for (let nth = 0; nth < GUESSES; nth += 1) {
    const port = randomInt(GUESSED.from, GUESSED.below);
    if (await claim(port)) return port;
  }
  throw new Error(`none of ${GUESSES} ports between ${GUESSED.from} and ${GUESSED.below} is free`);
}

/** Whether it is free and ours now. */
async function claim(port: number): Promise<boolean> {
  const twin = await listen(port + TWIN);
  if (twin === undefined) return false;
  const isOurs = await isFree(port);
  if (isOurs) twin.unref();
  else twin.close();
  return isOurs;
}

async function isFree(port: number): Promise<boolean> {
  const server = await listen(port);
  if (server === undefined) return false;
  server.close();
  await once(server, 'close');
  return true;
}

/** Nothing when somebody else listens there. */
async function listen(port: number): Promise<Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<Server | undefined>();
  const server = createServer();
  server.once('error', () => resolve(undefined));
  server.listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
