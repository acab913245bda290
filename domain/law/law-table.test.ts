import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ACTS } from './acts.ts';
import { LAW_ROWS, paragraphsOf, rowsOf } from './law-table.ts';

test('a range is every paragraph that the act has between its ends', () => {
  assert.deepEqual(paragraphsOf({ act: 'decree-354', paragraphs: '42–43' }), [
    '42',
    '42(1)',
    '42(2)',
    '43',
  ]);
  assert.deepEqual(paragraphsOf({ act: 'decree-354', paragraphs: '59, 60' }), ['59', '60']);
});

test('a paragraph that the act does not have, and a range that runs backwards, are refused', () => {
  for (const paragraphs of ['42(9)', '43–42', ''])
    assert.throws(() => paragraphsOf({ act: 'decree-354', paragraphs }), RangeError);
});

test('the rows of an act are in its order, and none is lost', () => {
  const acts = ['decree-354', 'rules-491', 'housing-code', 'tax-code'] as const;
  const rows = acts.flatMap(rowsOf);
  assert.equal(rows.length, LAW_ROWS.length);
  for (const act of acts) {
    const places = rowsOf(act).map((row) =>
      ACTS[act].paragraphs.indexOf(paragraphsOf(row)[0] ?? ''),
    );
    assert.deepEqual(
      places,
      places.toSorted((a, b) => a - b),
    );
  }
});
