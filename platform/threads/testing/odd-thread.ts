// A thread for tests: it adds one to every byte, and can be told to fail.
import { threadId } from 'node:worker_threads';
import { answerInThread } from '../answer-in-thread.ts';

export type Odd = Uint8Array<ArrayBuffer> | 'throw' | 'end' | 'who';

answerInThread(
  (input: Odd): Uint8Array<ArrayBuffer> => {
    if (input === 'throw') throw new RangeError('too odd');
    if (input === 'end') process.exit(3);
    if (input === 'who') return Uint8Array.of(threadId);
    return input.map((byte) => byte + 1);
  },
  ({ buffer }) => [buffer],
);
