import assert from 'node:assert/strict';
import { test } from 'node:test';
import { searchPatterns } from './search-patterns.ts';

const searches: { search: string; patterns: string[]; why: string }[] = [
  { search: 'Иванов', patterns: ['%иванов%'], why: 'small letters, anywhere' },
  { search: 'СемЁнов', patterns: ['%семенов%'], why: 'one letter for two' },
  { search: ' садовая  ИВАНОВ ', patterns: ['%садовая%', '%иванов%'], why: 'each word' },
  {
    search: 'ул. Мира, д.5',
    patterns: ['% ул%', '%мира%', '% д%', '% 5%'],
    why: 'short ones begin a word',
  },
  { search: 'мира Мира', patterns: ['%мира%'], why: 'a word once' },
  { search: '100%_\\', patterns: [String.raw`%100\%\_\\%`], why: 'no signs of its own' },
  { search: '12-3/А_1', patterns: [String.raw`%12-3/а\_1%`], why: 'a number is one word' },
  { search: '🏠🏠', patterns: ['% 🏠🏠%'], why: 'characters, not halves of them' },
  { search: ' «» ., ', patterns: [], why: 'no word at all' },
];
for (const { search, patterns, why } of searches) {
  test(`"${search}" is searched as ${patterns.join(' and ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(searchPatterns(search), patterns);
  });
}
