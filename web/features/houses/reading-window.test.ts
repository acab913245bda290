import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWindow, showWindow } from './reading-window.ts';

for (const { typed, window } of [
  { typed: '', window: null },
  { typed: ' 15–25 ', window: { fromDay: 15, toDay: 25 } },
  { typed: '23 - 3', window: { fromDay: 23, toDay: 3 } },
  { typed: '0-5', window: undefined },
  { typed: '1-32', window: undefined },
  { typed: '15', window: undefined },
  { typed: '15-25-30', window: undefined },
])
  test(`“${typed}” is parsed as ${JSON.stringify(window)}`, () => {
    assert.deepEqual(parseWindow(typed), window);
  });

test('a window is shown as it is typed', () => {
  assert.equal(showWindow({ fromDay: 23, toDay: 3 }), '23–3');
  assert.equal(showWindow(null), '');
});
