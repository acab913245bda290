import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from './refusal.ts';
import { createBoundedQueue } from './bounded-queue.ts';

const isOverloaded = (error: unknown): boolean =>
  error instanceof Refusal && error.code === 'overloaded';

/** A task that runs until it is told to end. */
function openTask() {
  const { promise, resolve } = Promise.withResolvers<string>();
  return { run: async () => promise, end: () => resolve('done') };
}

describe('the bounded queue', () => {
  it('runs a limited number of tasks at once, and the others in order of arrival', async () => {
    const { run: inTurn } = createBoundedQueue({ running: 2, waiting: 64, waitMs: 5_000 });
    let running = 0;
    let most = 0;
    const order: number[] = [];
    const tasks = Array.from({ length: 20 }, async (_, index) =>
      inTurn(async () => {
        order.push(index);
        most = Math.max(most, (running += 1));
        await new Promise(setImmediate);
        running -= 1;
      }),
    );
    await Promise.all(tasks);
    assert.equal(most, 2);
    assert.deepEqual(
      order,
      Array.from({ length: 20 }).map((_, index) => index),
    );
  });

  it('refuses a task at once when there is no room to wait', async () => {
    const { run: inTurn } = createBoundedQueue({ running: 1, waiting: 1, waitMs: 5_000 });
    const task = openTask();
    const first = inTurn(task.run);
    const second = inTurn(task.run);
    await assert.rejects(inTurn(task.run), isOverloaded);
    task.end();
    assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
  });

  it('refuses a task that waits too long, and forgets it', async () => {
    const { run: inTurn } = createBoundedQueue({ running: 1, waiting: 1, waitMs: 20 });
    const task = openTask();
    const first = inTurn(task.run);
    await assert.rejects(inTurn(task.run), isOverloaded);
    const later = inTurn(async () => 'later');
    task.end();
    assert.equal(await first, 'done');
    assert.equal(await later, 'later');
    assert.equal(await inTurn(async () => 'free'), 'free');
  });

  it('reports how many tasks wait, and how many it has refused', async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 1, waitMs: 5_000 });
    const task = openTask();
    const tasks = [queue.run(task.run), queue.run(task.run)];
    await assert.rejects(queue.run(task.run), isOverloaded);
    assert.deepEqual([queue.waiting(), queue.refused()], [1, 1]);
    task.end();
    await Promise.all(tasks);
    assert.deepEqual([queue.waiting(), queue.refused()], [0, 1]);
  });

  it('lets the askers take turns', async () => {
    const { runFor } = createBoundedQueue({ running: 1, waiting: 8, waitMs: 5_000 });
    const task = openTask();
    const order: string[] = [];
    const ask = async (asker: number, name: string): Promise<void> =>
      runFor(asker, async () => void order.push(name));
    const asked = [runFor(1, task.run), ask(1, 'a'), ask(1, 'b'), ask(1, 'c'), ask(2, 'x')];
    task.end();
    await Promise.all([...asked, ask(3, 'y')]);
    assert.deepEqual(order, ['a', 'x', 'y', 'b', 'c']);
  });

  it('takes a place from the asker with the most', async () => {
    const queue = createBoundedQueue({ running: 1, waiting: 3, waitMs: 5_000 });
    const task = openTask();
    const first = queue.runFor(1, task.run);
    const [kept, given] = [queue.runFor(1, task.run), queue.runFor(1, task.run)];
    const refused = assert.rejects(queue.runFor(1, task.run), isOverloaded);
    const modest = queue.runFor(2, task.run);
    await refused;
    await assert.rejects(queue.runFor(2, task.run), isOverloaded);
    await assert.rejects(queue.runFor(1, task.run), isOverloaded);
    assert.deepEqual([queue.waiting(), queue.refused()], [3, 3]);
    task.end();
    assert.deepEqual(await Promise.all([first, kept, given, modest]), Array(4).fill('done'));
    assert.equal(queue.waiting(), 0);
  });

  it('passes the turn on when a task fails', async () => {
    const { run: inTurn } = createBoundedQueue({ running: 1, waiting: 1, waitMs: 5_000 });
    const failing = inTurn(async () => Promise.reject(new Error('broken')));
    const next = inTurn(async () => 'next');
    await assert.rejects(failing, /broken/);
    assert.equal(await next, 'next');
  });
});
