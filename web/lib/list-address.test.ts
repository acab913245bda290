import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderText, parseOrder, whichList } from './list-address.ts';

test('an order is a name, with a minus for descending', () => {
  assert.deepEqual(parseOrder('debt'), { by: 'debt', isDown: false });
  assert.deepEqual(parseOrder('-debt'), { by: 'debt', isDown: true });
  assert.equal(orderText({ by: 'debt', isDown: true }), '-debt');
  for (const text of ['', '-', '--debt', 'Долг', 'a b', 7])
    assert.equal(parseOrder(text), undefined);
});

test('invalid parts of the address of a list are ignored', () => {
  assert.deepEqual(whichList({ sort: '-debt', find: ' 12 ' }), { sort: '-debt', find: '12' });
  assert.deepEqual(whichList({ sort: '?', find: 1203 }), { find: '1203' });
  assert.deepEqual(whichList({ find: '  ' }), {});
});
