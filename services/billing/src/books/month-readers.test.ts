// Readers of a month: which calls share a reading, which never do, and what is refused when there is no free slot.
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import { createMonthReaders } from './month-readers.ts';

const ONE_AT_A_TIME = { running: 1, waiting: 1, waitMs: 5_000 };

/** Answers that count how often they were read; each waits until it is released. */
function openReadings() {
  const begun: (() => void)[] = [];
  const read = async (): Promise<number> => {
    const { promise, resolve } = Promise.withResolvers<void>();
    begun.push(resolve);
    const nth = begun.length;
    await promise;
    return nth;
  };
  const next = async (nth: number): Promise<void> => {
    while (begun.length < nth) await new Promise(setImmediate);
    begun[nth - 1]?.();
  };
  return { read, next, count: () => begun.length };
}

describe('readers of a month', () => {
  it('waiting for the same month share one reading, which began after all of them had asked', async () => {
    const { together } = createMonthReaders<number>('seals', ONE_AT_A_TIME);
    const { read, next, count } = openReadings();
    const first = together(1, 'month', read);
    await new Promise(setImmediate);
    const later = Array.from({ length: 9 }, async () => together(1, 'month', read));
    await next(1);
    await next(2);
    assert.equal(await first, 1);
    assert.deepEqual(await Promise.all(later), Array.from({ length: 9 }).fill(2));
    assert.equal(count(), 2);
  });

  it('waiting for another month read it themselves, in their turn', async () => {
    const { together, inTurn } = createMonthReaders<number>('seals', {
      ...ONE_AT_A_TIME,
      waiting: 2,
    });
    const { read, next } = openReadings();
    const asked = [together(1, 'january', read), together(1, 'february', read), inTurn(1, read)];
    for (const nth of [1, 2, 3]) await next(nth);
    assert.deepEqual(await Promise.all(asked), [1, 2, 3]);
  });

  it('finding no free slot are refused with a time to retry, and served when they do', async () => {
    const { together } = createMonthReaders<number>('seals', ONE_AT_A_TIME);
    const { read, next } = openReadings();
    const served = [together(1, 'january', read), together(1, 'february', read)];
    const refused = Array.from({ length: 2 }, async () => together(1, 'march', read));
    for (const one of refused)
      await assert.rejects(
        one,
        (error) =>
          error instanceof Refusal &&
          error.code === 'overloaded' &&
          error.retryAfterSeconds !== undefined,
      );
    for (const nth of [1, 2]) await next(nth);
    assert.deepEqual(await Promise.all(served), [1, 2]);
    const again = together(1, 'march', read);
    await next(3);
    assert.equal(await again, 3);
  });

  it('coming after a failure read again', async () => {
    const { together } = createMonthReaders<number>('seals', ONE_AT_A_TIME);
    await assert.rejects(
      together(1, 'month', async () => {
        throw new Error('the database is unavailable');
      }),
      /unavailable/,
    );
    assert.equal(await together(1, 'month', async () => 7), 7);
  });
});
