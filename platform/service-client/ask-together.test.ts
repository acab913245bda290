import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askTogether } from './ask-together.ts';

type Asked = { readonly keys: readonly number[]; readonly context: string };

/** Answers each even number with its half, one request at a time, when it is told to. */
function answering(most = 100) {
  const asked: Asked[] = [];
  const turns: { answer: () => void; fail: (error: Error) => void }[] = [];
  const find = askTogether(async (keys: readonly number[], context: string) => {
    asked.push({ keys, context });
    const { promise, resolve, reject } = Promise.withResolvers<undefined>();
    turns.push({ answer: () => resolve(undefined), fail: reject });
    await promise;
    return new Map(keys.filter((key) => key % 2 === 0).map((key) => [key, key / 2] as const));
  }, most);
  const turn = (nth: number) => {
    const at = turns[nth];
    assert.ok(at, `request ${nth} was made`);
    return at;
  };
  return { asked, turn, find };
}

const settled = async (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

test('the first is asked for at once, those that come meanwhile together and each once', async () => {
  const { asked, turn, find } = answering();
  const first = find(2, 'a');
  const others = [find(4, 'b'), find(5, 'c'), find(4, 'd')];
  assert.deepEqual(asked, [{ keys: [2], context: 'a' }]);
  turn(0).answer();
  assert.equal(await first, 1);
  await settled();
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[2], [4, 5]],
  );
  turn(1).answer();
  assert.deepEqual(await Promise.all(others), [2, undefined, 2]);
});

test('a key requested again while it is being asked for is asked for again', async () => {
  const { asked, turn, find } = answering();
  const first = find(2, 'a');
  const second = find(2, 'b');
  turn(0).answer();
  await first;
  await settled();
  turn(1).answer();
  assert.equal(await second, 1);
  assert.equal(asked.length, 2);
});

test('a failure reaches only those that the request was for', async () => {
  const { turn, find } = answering();
  const first = find(2, 'a');
  const second = find(4, 'b');
  turn(0).fail(new Error('unavailable'));
  await assert.rejects(first, /unavailable/);
  await settled();
  turn(1).answer();
  assert.equal(await second, 2);
});

test('no request exceeds the limit of keys', async () => {
  const { asked, turn, find } = answering(2);
  const all = [1, 2, 3, 4, 5, 6].map(async (key) => find(key, ''));
  for (let nth = 0; nth < 4; nth += 1) {
    turn(nth).answer();
    await settled();
  }
  await Promise.all(all);
  assert.deepEqual(
    asked.map(({ keys }) => keys),
    [[1], [2, 3], [4, 5], [6]],
  );
});
