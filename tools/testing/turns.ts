// Turns of test files: some are always running, and another one starts whenever the processor has been idle for a while. Most
// tests spend half of their time waiting, some none of it, so the best number is not known beforehand.
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { cpus } from 'node:os';

export type Turns = {
  /** Where a test file requests its turn, which lasts until it closes the connection. */
  readonly port: number;
  readonly stop: () => void;
};

export type TurnsOptions = {
  /** This many run at once however busy the processor is. */
  readonly fewest: number;
  /** Never more than this. */
  readonly most: number;
  /** The share of processor time that was idle since the last call. */
  readonly idleShare?: () => number;
  readonly lookEveryMs?: number;
};

/** A smaller share is idle between two running tests anyway. */
const IDLE_ENOUGH = 0.2;
/** A test file that has just started is only loading modules: its real load shows later. */
const LOOK_EVERY_MS = 1000;

export async function offerTurns({
  fewest,
  most,
  idleShare = watchProcessor(),
  lookEveryMs = LOOK_EVERY_MS,
}: TurnsOptions): Promise<Turns> {
  const waiting = new Set<Socket>();
  const working = new Set<Socket>();
  const begin = (limit: number): void => {
    const [next] = waiting;
    if (next === undefined || working.size >= limit) return;
    waiting.delete(next);
    working.add(next);
    next.write('.');
  };
  const server = createServer((socket) => {
    waiting.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => {
      waiting.delete(socket);
      if (working.delete(socket)) begin(fewest);
    });
    socket.resume();
    begin(fewest);
  });
  const looking = setInterval(() => {
    if (idleShare() >= IDLE_ENOUGH) begin(most);
  }, lookEveryMs);
  const { promise: listening, resolve } = Promise.withResolvers<void>();
  server.listen(0, '127.0.0.1', resolve);
  await listening;
  return {
    port: (server.address() as AddressInfo).port,
    stop: () => {
      clearInterval(looking);
      for (const socket of [...waiting, ...working]) socket.destroy();
      server.close();
    },
  };
}

/** Over all cores, between one call and the next. */
function watchProcessor(): () => number {
  let last = timesNow();
  return () => {
    const now = timesNow();
    const [idle, all] = [now.idle - last.idle, now.all - last.all];
    last = now;
    return all === 0 ? 0 : idle / all;
  };
}

function timesNow(): { readonly idle: number; readonly all: number } {
  const times = cpus().map((core) => core.times);
  return {
    idle: times.reduce((sum, { idle }) => sum + idle, 0),
    all: times.reduce(
      (sum, each) => sum + each.user + each.nice + each.sys + each.irq + each.idle,
      0,
    ),
  };
}
