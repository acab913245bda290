// Runs a pure function in a thread of its own, so that a long computation does not block the requests of this process.
import { Worker, type Transferable } from 'node:worker_threads';

export type ComputingThread<Input, Output> = {
  /**
   * The function's result; calls are processed one after the other.
   * @param moved buffers in the input that are transferred to the thread instead of being copied
   * @throws an Error with the message of what the function threw, or when the thread has ended
   */
  readonly compute: (input: Input, moved?: readonly Transferable[]) => Promise<Output>;
  /** Ends the thread at once; waiting calls fail. */
  readonly close: () => Promise<void>;
};

/** The messages between the two sides. */
export type Question<Input> = { readonly id: number; readonly input: Input };
export type Answer<Output> =
  | { readonly id: number; readonly output: Output }
  | { readonly id: number; readonly error: { readonly message: string; readonly stack: string } };

const IDLE_MS = 60_000;
/**
 * With limits below the defaults the engine collects garbage sooner: the same work then takes some 50 MB less, and hardly more
 * time.
 * A function that needs more memory than this fails.
 */
const LIMITS = { maxYoungGenerationSizeMb: 24, maxOldGenerationSizeMb: 512 };

/**
 * The thread starts with the first call, ends after a minute without calls, and starts again with the next.
 * @param entry a module that calls `answerInThread`
 */
export function openThread<Input, Output>(
  entry: URL,
  { idleMs = IDLE_MS } = {},
): ComputingThread<Input, Output> {
  const waiting = new Map<number, PromiseWithResolvers<Output>>();
  let worker: Worker | undefined;
  let idle: NodeJS.Timeout | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(entry, { resourceLimits: LIMITS });
    started.on('message', (answer: Answer<Output>) => {
      const call = waiting.get(answer.id);
      waiting.delete(answer.id);
      if ('output' in answer) call?.resolve(answer.output);
      else call?.reject(new Error(answer.error.message, { cause: answer.error.stack }));
      if (waiting.size === 0) rest(started);
    });
    started.on('error', (error) => lose(started, error as Error));
    started.on('exit', (code) => lose(started, new Error(`the thread has ended with ${code}`)));
    return started;
  }

  /** An idle thread must not keep the process alive. */
  function rest(from: Worker): void {
    from.unref();
    idle = setTimeout(() => void close(), idleMs).unref();
  }

  function lose(lost: Worker, error: Error): void {
    if (worker !== lost) return;
    worker = undefined;
    clearTimeout(idle);
    const calls = [...waiting.values()];
    waiting.clear();
    for (const call of calls) call.reject(error);
  }

  async function close(): Promise<void> {
    const closing = worker;
    if (closing === undefined) return;
    lose(closing, new Error('the thread was closed'));
    await closing.terminate();
  }

  return {
    compute: async (input, moved = []) => {
      clearTimeout(idle);
      worker ??= start();
      worker.ref();
      const call = Promise.withResolvers<Output>();
      lastId += 1;
      waiting.set(lastId, call);
      worker.postMessage({ id: lastId, input } satisfies Question<Input>, moved);
      return call.promise;
    },
    close,
  };
}
