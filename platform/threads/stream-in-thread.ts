// The thread's side of a stream: the entry module of a streaming thread passes its function here.
import { parentPort } from 'node:worker_threads';
import { Refusal } from '../http/refusal.ts';
import type { StreamAnswer, StreamQuestion } from './streaming-threads.ts';

/** How many pieces may be sent before the other side has taken them; then the stream waits. */
const PIECES_AHEAD = 2;

/**
 * Answers each request with the pieces of its stream. Requests come one after the other, each after the end of the last stream.
 */
export function streamInThread<Piece>(open: (input: never) => AsyncIterable<Piece>): void {
  const port = parentPort;
  if (port === null) throw new Error('this module is the entry of a thread');
  const tell = (answer: StreamAnswer<Piece>): void => port.postMessage(answer);
  let room = 0;
  let roomMade = (): void => undefined;

  async function stream(input: never): Promise<void> {
    room = PIECES_AHEAD;
    for await (const piece of open(input)) {
      tell({ piece });
      room -= 1;
      if (room > 0) continue;
      const { promise, resolve } = Promise.withResolvers<void>();
      roomMade = resolve;
      await promise;
    }
    tell('end');
  }

  port.on('message', (question: StreamQuestion<never>) => {
    if (question === 'taken') {
      room += 1;
      roomMade();
    } else {
      stream(question.input).catch((error: unknown) => tell(failureOf(error)));
    }
  });
}

function failureOf(error: unknown): StreamAnswer<never> {
  if (error instanceof Refusal) {
    const { code, message: detail, errors } = error;
    const cause = error.cause instanceof Error ? error.cause.message : undefined;
    return { refusal: { code, detail, errors, cause } };
  }
  const { message, stack = '' } = error instanceof Error ? error : new Error(String(error));
  return { error: { message, stack } };
}
