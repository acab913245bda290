// The thread's side: the entry module of a computing thread passes its function here.
import { parentPort, type Transferable } from 'node:worker_threads';
import type { Answer, Question } from './computing-thread.ts';

/**
 * Answers every call with the function's result. The type of its input is up to the opener of the thread.
 * @param movedOf the buffers in a result that are transferred to the calling thread instead of being copied
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
