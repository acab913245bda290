// Finds a TCP port on loopback that nobody listens on.
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/**
 * Below those that systems give to whoever connects: between being found and being listened on, such a one is lost to the
 * next connection of anybody.
 */
const GUESSED = { from: 20_000, below: 32_000 };
/** Each process guesses among ports of its own first, so that two that look at once do not find the same. */
const OWN_PORTS = 40;
const SHARES = (GUESSED.below - GUESSED.from) / OWN_PORTS;
const GUESSES = 20;
let guessed = randomInt(OWN_PORTS);

/** `preferred` when it is free, else any other. */
export async function freePort(preferred = 0): Promise<number> {
  if (preferred !== 0 && (await isFree(preferred))) return preferred;
  for (const port of guesses()) if (await isFree(port)) return port;
  throw new Error(
    `none of ${2 * GUESSES} ports between ${GUESSED.from} and ${GUESSED.below} is free`,
  );
}

/** No own one comes again before all have come. */
function* guesses(): Generator<number> {
  const first = GUESSED.from + (process.pid % SHARES) * OWN_PORTS;
  for (let nth = 0; nth < GUESSES; nth += 1) {
    guessed += 1;
    yield first + (guessed % OWN_PORTS);
  }
  for (let nth = 0; nth < GUESSES; nth += 1) yield randomInt(GUESSED.from, GUESSED.below);
}

async function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const server = createServer();
  server.once('error', () => resolve(false));
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)));
  return promise;
}
