// Streams pieces out of threads with limits of processor time and memory: beyond a limit the stream ends with its thread.
// Meanwhile the requests of this process are not blocked.
import { on } from 'node:events';
import { Worker } from 'node:worker_threads';
import type { NamedPart, ProblemCode } from '@kvartplata/contracts/problem.ts';
import { Refusal } from '../http/refusal.ts';

export type StreamLimits = {
  /** Processor time per stream. */
  readonly cpuMs: number;
  /** For the objects that the thread holds. */
  readonly memoryMb: number;
};

export type StreamingThreads<Input, Piece> = {
  /**
   * The pieces of the stream that the entry module opens for the input; a reader that stops reading ends the stream.
   * @throws LimitExceeded; Refusal and Error as the stream throws them
   */
  readonly open: (input: Input) => AsyncGenerator<Piece>;
  /** Ends the idle threads. */
  readonly close: () => Promise<void>;
};

/** The messages between the two sides. */
export type StreamQuestion<Input> = { readonly input: Input } | 'taken';
export type StreamAnswer<Piece> =
  | { readonly piece: Piece }
  | { readonly refusal: PlainRefusal }
  | { readonly error: { readonly message: string; readonly stack: string } }
  | 'end';
type PlainRefusal = {
  readonly code: ProblemCode;
  readonly detail: string;
  readonly errors: readonly NamedPart[] | undefined;
  readonly cause: string | undefined;
};

export class LimitExceeded extends Error {
  override readonly name = 'LimitExceeded';
  readonly limit: keyof StreamLimits;

  constructor(limit: keyof StreamLimits) {
    super(`the thread went past its limit, ${limit}`);
    this.limit = limit;
  }
}

const IDLE_MS = 60_000;
const LOOK_EVERY_MS = 200;
const YOUNG_MB = 24;

/**
 * Each stream has a thread to itself. When its stream has ended, a thread stays idle for the next one, for at most a minute. The
 * caller limits how many streams are open at once.
 * @param entry a module that calls `streamInThread`
 */
export function openStreamingThreads<Input, Piece>(
  entry: URL,
  { cpuMs, memoryMb }: StreamLimits,
  { idleMs = IDLE_MS } = {},
): StreamingThreads<Input, Piece> {
  const resting = new Set<Worker>();

  function start(): Worker {
    const worker = new Worker(entry, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: memoryMb },
    });
    // The reader of a stream gets the error as well; an idle thread has no reader.
    worker.on('error', () => resting.delete(worker));
    worker.on('exit', () => resting.delete(worker));
    return worker;
  }

  function wake(): Worker {
    const [rested] = resting;
    if (rested === undefined) return start();
    resting.delete(rested);
    rested.ref();
    return rested;
  }

  /** An idle thread must not keep the process alive. */
  function rest(worker: Worker): void {
    worker.unref();
    resting.add(worker);
    setTimeout(() => {
      if (resting.delete(worker)) void worker.terminate();
    }, idleMs).unref();
  }

  async function* open(input: Input): AsyncGenerator<Piece> {
    const worker = wake();
    const watch = watchCpu(worker, cpuMs);
    let isEnded = false;
    try {
      for await (const answer of answersOf<Piece>(worker, input)) {
        isEnded = !(typeof answer === 'object' && 'piece' in answer);
        if (typeof answer === 'object' && 'piece' in answer) yield answer.piece;
        else if (answer === 'end') return;
        else throw errorOf(answer);
      }
      throw watch.isExceeded() ? new LimitExceeded('cpuMs') : new Error('the thread has ended');
    } catch (error) {
      const isMemory = (error as NodeJS.ErrnoException).code === 'ERR_WORKER_OUT_OF_MEMORY';
      throw isMemory ? new LimitExceeded('memoryMb') : error;
    } finally {
      watch.end();
      if (isEnded) rest(worker);
      else await worker.terminate();
    }
  }

  return {
    open,
    close: async () => {
      await Promise.all(Array.from(resting, async (worker) => worker.terminate()));
    },
  };
}

async function* answersOf<Piece>(
  worker: Worker,
  input: unknown,
): AsyncGenerator<StreamAnswer<Piece>> {
  const answers = on(worker, 'message', { close: ['exit'] });
  worker.postMessage({ input } satisfies StreamQuestion<unknown>, []);
  for await (const [answer] of answers) {
    yield answer as StreamAnswer<Piece>;
    worker.postMessage('taken' satisfies StreamQuestion<unknown>, []);
  }
}

function errorOf(
  answer: Exclude<StreamAnswer<unknown>, 'end' | { readonly piece: unknown }>,
): Error {
  if ('error' in answer) return new Error(answer.error.message, { cause: answer.error.stack });
  const { code, detail, errors, cause } = answer.refusal;
  return new Refusal(code, detail, { cause, ...(errors === undefined ? {} : { errors }) });
}

/** Ends the thread once it has used more processor time than the limit, from now on. */
function watchCpu(
  worker: Worker,
  cpuMs: number,
): { readonly isExceeded: () => boolean; readonly end: () => void } {
  let isExceeded = false;
  let usedBefore: number | undefined;
  async function look(): Promise<void> {
    const { user, system } = await worker.cpuUsage();
    const usedMs = (user + system) / 1000;
    usedBefore ??= usedMs;
    if (usedMs - usedBefore <= cpuMs) return;
    isExceeded = true;
    await worker.terminate();
  }
  // This fails once the thread has ended by itself, which the reader of the stream notices anyway.
  const lookAgain = (): void => void look().catch(() => undefined);
  lookAgain();
  const timer = setInterval(lookAgain, LOOK_EVERY_MS);
  return { isExceeded: () => isExceeded, end: () => clearInterval(timer) };
}
