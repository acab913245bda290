// Loaded before a test file: waits for its turn, and ends a process that runs longer than any test takes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { LONGEST_TURN_MS, TURNS_PORT } from './turn-variables.ts';

const port = process.env[TURNS_PORT];
// The threads of a test file run during its turn.
if (isMainThread && port !== undefined) {
  const turn = connect(Number(port), '127.0.0.1');
  await once(turn, 'data');
  // Closed when the process ends, but does not keep it alive.
  turn.unref();
  turn.on('error', () => undefined);
  Reflect.deleteProperty(process.env, TURNS_PORT);
  limitTurn(Number(process.env[LONGEST_TURN_MS]));
}

/**
 * What a failed hook has left running would keep the process alive forever, and the runner's time limit only applies to each
 * test.
 */
function limitTurn(longestMs: number): void {
  setTimeout(() => {
    console.error(`The process was still there after ${longestMs / 1000} s, and was ended.`);
    process.exit(1);
  }, longestMs).unref();
}
