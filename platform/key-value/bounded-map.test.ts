import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setNewest } from './bounded-map.ts';

it('a map beyond its bound drops the entry that was set longest ago', () => {
  const map = new Map<string, number>();
  setNewest(map, 'first', 1, 2);
  setNewest(map, 'second', 2, 2);
  setNewest(map, 'first', 3, 2);
  setNewest(map, 'third', 4, 2);
  assert.deepEqual(
    [...map],
    [
      ['first', 3],
      ['third', 4],
    ],
  );
});
