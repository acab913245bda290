// A thread for tests: it streams the numbers up to its input, and can be told to misbehave.
import { threadId } from 'node:worker_threads';
import { invalidField } from '../../http/refusal.ts';
import { streamInThread } from '../stream-in-thread.ts';

export type Counting =
  | number
  | 'throw'
  | 'refuse'
  | 'end'
  | 'who'
  | 'half a second'
  | 'for ever'
  | 'hoard'
  | 'gaze';

streamInThread(async function* count(input: Counting): AsyncGenerator<number> {
  const startedAtMs = usedMs();
  yield 0;
  if (input === 'throw') throw new RangeError('too odd');
  if (input === 'refuse') throw invalidField('/name', 'is odd', { code: 'wrong-form' });
  if (input === 'end') process.exit(3);
  if (input === 'who') yield threadId;
  if (input === 'half a second') while (usedMs() < startedAtMs + 500);
  if (input === 'for ever') while (usedMs() >= 0);
  // A pattern that takes hours to match blocks its thread completely.
  if (input === 'gaze') /(\d+)$/.exec(`${'1'.repeat(1_000_000)}x`);
  if (input === 'hoard') for (const all: object[] = []; ;) all.push([all.length]);
  if (typeof input !== 'number') return;
  for (let number = 1; number <= input; number += 1) yield number;
});

/** Processor time of this thread. */
function usedMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
