import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fieldAt } from './field-paths.ts';

const FIELDS = ['bic', 'value', 'steps'];
const NAMES = { ranges: 'steps' };
const MEANT = [
  { pointer: '/value', field: 'value', why: 'by its name' },
  { pointer: '/bankDetails/bic', field: 'bic', why: 'inside of what the form does not have' },
  { pointer: '/ranges/0/value', field: 'steps', why: 'by the list that it stands in' },
  { pointer: '/ranges', field: 'steps', why: 'by the name that it has here' },
  { pointer: '/houseIds/3', field: undefined, why: 'as none of the form' },
  { pointer: '', field: undefined, why: 'as none when it is the whole body' },
];
for (const { pointer, field, why } of MEANT)
  test(`${pointer === '' ? 'no pointer' : pointer} is found ${why}`, () => {
    assert.equal(
      fieldAt(pointer, (name) => FIELDS.includes(name), NAMES),
      field,
    );
  });
