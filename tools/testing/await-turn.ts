// Loaded before a test file: waits until it is its turn.
import { once } from 'node:events';
import { connect } from 'node:net';
import { isMainThread } from 'node:worker_threads';
import { TURNS_PORT } from './turns-port.ts';

const port = process.env[TURNS_PORT];
// A thread of a test file works while the file does.
if (isMainThread && port !== undefined) {
  const turn = connect(Number(port), '127.0.0.1');
  await once(turn, 'data');
  // Ends with the process, and does not keep it.
  turn.unref();
  turn.on('error', () => undefined);
  Reflect.deleteProperty(process.env, TURNS_PORT);
}
