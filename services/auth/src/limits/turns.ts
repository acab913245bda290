// Runs tasks with the same key one after another, and all others concurrently.
import {
  createBoundedQueue,
  type BoundedQueue,
  type QueueLimits,
} from '@kvartplata/platform/http/bounded-queue.ts';

/** Runs the task when no other of its key is running. @throws Refusal overloaded if its turn does not come in time */
export type Turns = <T>(key: string, task: () => Promise<T>) => Promise<T>;

export function createTurns(limits: Omit<QueueLimits, 'running'>): Turns {
  const lines = new Map<string, { readonly queue: BoundedQueue; tasks: number }>();
  return async (key, task) => {
    const line = lines.get(key) ?? {
      queue: createBoundedQueue(
        { ...limits, running: 1 },
        'Too many people sign in at this moment',
      ),
      tasks: 0,
    };
    lines.set(key, line);
    line.tasks += 1;
    try {
      return await line.queue.run(task);
    } finally {
      line.tasks -= 1;
      if (line.tasks === 0) lines.delete(key);
    }
  };
}
