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
  { search: 'кв 7', patterns: ['% кв 7 %'], why: 'a flat, and not a house of its number' },
  { search: 'садовая 12 кв. №7', patterns: ['%садовая%', '% 12%', '% кв 7 %'], why: 'a flat' },
  { search: 'Квартира 7 Иванов', patterns: ['% кв 7 %', '%иванов%'], why: 'a flat, in full' },
  { search: 'кв7а', patterns: ['% кв 7а %'], why: 'a flat, without a blank' },
  { search: 'пом. Н-1', patterns: ['% кв н-1 %'], why: 'a room that nobody lives in' },
  { search: 'садовая кв.', patterns: ['%садовая%', '% кв%'], why: 'a number is still to come' },
  { search: 'квасов 7', patterns: ['%квасов%', '% 7%'], why: 'a name that begins alike' },
  { search: ' «» ., ', patterns: [], why: 'no word at all' },
];
for (const { search, patterns, why } of searches) {
  test(`"${search}" is searched as ${patterns.join(' and ') || 'nothing'}: ${why}`, () => {
    assert.deepEqual(searchPatterns(search), patterns);
  });
}
