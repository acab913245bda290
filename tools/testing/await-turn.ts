// Loaded before a test file: waits until it is its turn, and ends a process that stays longer than any test takes.
import { once } from 'node:events';
import { connect } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { LONGEST_TURN_MS, TURNS_PORT } from './turn-variables.ts';

const port = process.env[TURNS_PORT];
// A thread of a test file works while the file does.
if (isMainThread && port !== undefined) {
  const turn = connect(Number(port), '127.0.0.1');
  await once(turn, 'data');
  // Ends with the process, and does not keep it.
  turn.unref();
  turn.on('error', () => undefined);
  Reflect.deleteProperty(process.env, TURNS_PORT);
  limitTurn(Number(process.env[LONGEST_TURN_MS]));
}

/** What a failed hook has left running keeps its process for ever, and the runner's time limit is only that of each test. */
function limitTurn(longestMs: number): void {
  setTimeout(() => {
    console.error(`The process was still there after ${longestMs / 1000} s, and was ended.`);
    process.exit(1);
  }, longestMs).unref();
}
