// Finds a TCP port on loopback that nobody listens on.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that systems give to whoever connects: between being found and being listened on, such a one is lost to the
 * next connection of anybody.
 */
const GUESSED = { from: 20_000, below: 32_000 };
const GUESSES = 20;

/** `preferred` when it is free, else any other. */
export async function freePort(preferred = 0): Promise<number> {
  const guesses = Array.from({ length: GUESSES }, () => randomInt(GUESSED.from, GUESSED.below));
  for (const port of preferred === 0 ? guesses : [preferred, ...guesses])
    if (await isFree(port)) return port;
  throw new Error(`none of ${GUESSES} ports between ${GUESSED.from} and ${GUESSED.below} is free`);
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
