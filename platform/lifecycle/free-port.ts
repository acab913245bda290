// Finds a TCP port on loopback that nobody listens on.
import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

/**
 * Below the ephemeral ports: between being found and being listened on, one of those could be taken by anybody's outgoing
 * connection.
 */
const GUESSED = { from: 20_000, below: 26_000 };
/**
 * The finder of a port listens on its twin, this many above it, until the process ends: nobody else finds the same port before it
 * is listened on, or while its service restarts.
 */
const TWIN = 6_000;
const GUESSES = 40;

/** `preferred` when it is free, otherwise another port, which no other process finds while this one runs. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isFree(preferred))) return preferred;
  for (let nth = 0; nth < GUESSES; nth += 1) {
    const port = randomInt(GUESSED.from, GUESSED.below);
    if (await claim(port)) return port;
  }
  throw new Error(`none of ${GUESSES} ports between ${GUESSED.from} and ${GUESSED.below} is free`);
}

/** Whether it is free and now reserved for us. */
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

/** Undefined when the port is taken. */
async function listen(port: number): Promise<Server | undefined> {
  const { promise, resolve } = Promise.withResolvers<Server | undefined>();
  const server = createServer();
  server.once('error', () => resolve(undefined));
  server.listen(port, '127.0.0.1', () => resolve(server));
  return promise;
}
