// The thread's side: the entry module of a computing thread gives its function here.
import { parentPort, type Transferable } from 'node:worker_threads';
import type { Answer, Question } from './computing-thread.ts';

/**
 * Answers every question with the function's value. What the input is, is up to whoever opens the thread.
 * @param movedOf the buffers within a value that go over to the asking thread instead of being copied
 */
export function answerInThread<Output>(
  compute: (input: never) => Output,
  movedOf: (output: Output) => readonly Transferable[],
): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the entry of a thread');
  port.on('message', ({ id, input }: Question<never>) => {
    try {
      const output = compute(input);
      port.postMessage({ id, output } satisfies Answer<Output>, [...movedOf(output)]);
    } catch (error) {
      const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
      port.postMessage({ id, error: { message, stack } } satisfies Answer<Output>);
    }
  });
}
