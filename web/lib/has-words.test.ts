import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasWords } from './has-words.ts';

const ADDRESS = 'г. Королёв, ул. Мира, д. 12, корп. 1';

const SEARCHES = [
  { typed: '', found: true, why: 'nothing is sought' },
  { typed: ' ', found: true, why: 'nothing is sought' },
  { typed: 'МИРА', found: true, why: 'another case' },
  { typed: 'королев', found: true, why: 'е for ё' },
  { typed: 'мира королёв', found: true, why: 'another order' },
  { typed: 'ул.мира', found: true, why: 'no space after the dot' },
  { typed: 'мира, 12', found: true, why: 'a comma between' },
  { typed: 'ролёв', found: true, why: 'within a word' },
  { typed: '1', found: true, why: 'a short word begins a word' },
  { typed: '2', found: false, why: 'a short word does not begin one' },
  { typed: 'мира 15', found: false, why: 'one of the words is missing' },
];
for (const { typed, found, why } of SEARCHES)
  test(`«${typed}» ${found ? 'finds' : 'does not find'} the address: ${why}`, () => {
    assert.equal(hasWords(ADDRESS, typed), found);
  });
