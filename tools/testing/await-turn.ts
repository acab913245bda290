// Loaded before a test file: waits for its turn, and ends a process that runs longer than any test takes, or goes on after its
// tests.
import { once } from 'node:events';
import { connect } from 'node:net';
import { after } from 'node:test';
import { isMainThread } from 'node:worker_threads';
import { LONGEST_TURN_MS, TURNS_PORT } from './turn-variables.ts';

/** The hooks of the tests stop within this time, on a busy machine, too. */
const STOPPED_AFTER_MS = 120_000;

const port = process.env[TURNS_PORT];
// The threads of a test file run during its turn.
if (isMainThread && port !== undefined) {
  const turn = connect(Number(port), '127.0.0.1');
  await once(turn, 'data');
  // Closed when the process ends, but does not keep it alive.
  turn.unref();
  turn.on('error', () => undefined);
  Reflect.deleteProperty(process.env, TURNS_PORT);
  // What a failed hook has left running would keep the process alive forever, and the runner's time limit only applies to each
  // test.
  endAfter(Number(process.env[LONGEST_TURN_MS]), 'its turn began');
  after(() => endAfter(STOPPED_AFTER_MS, 'its last test'));
}

/** A process that ends by itself is not kept waiting. */
function endAfter(ms: number, since: string): void {
  setTimeout(() => {
    const open = process.getActiveResourcesInfo().join(', ');
    console.error(`${ms / 1000} s after ${since} the process still had open: ${open}`);
    process.exit(1);
  }, ms).unref();
}
