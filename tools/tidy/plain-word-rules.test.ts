import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainWords } from './plain-word-rules.ts';
import { messagesOf, placesOf } from './testing/small-project.ts';

/** In two pieces, so that this file passes the rule that it tests. */
const UNUSUAL = [
  { pieces: ['computed an', 'ew'], usual: 'again' },
  { pieces: ['The rule is put do', 'wn'], usual: 'record' },
  { pieces: ['What o', 'f it is paid'], usual: 'which part of, or how much of' },
  { pieces: ['the how-mani', 'eth month'], usual: 'consecutive, or the number of' },
  { pieces: ['a what', '-if'], usual: 'dry run' },
  { pieces: ['a tri', 'al'], usual: 'dry run' },
  { pieces: ['How a job sta', 'nds'], usual: 'its state, or its progress' },
  { pieces: ['a store that is awa', 'y'], usual: 'is unavailable' },
];

for (const { pieces, usual } of UNUSUAL)
  test(`"${pieces.join('·')}" is found in code, in pages and in SQL`, () => {
    const words = pieces.join('');
    const files = { 'a.ts': `// a\n// ${words}\n`, 'docs/a.md': words, 'b.sql': `-- ${words}` };
    assert.deepEqual(placesOf(plainWords, files), ['a.ts:2', 'docs/a.md:1', 'b.sql:1']);
    assert.match(messagesOf(plainWords, files)[0] ?? '', new RegExp(`say ${usual}$`));
  });

test('text that only resembles such a word is left alone', () => {
  const text = [
    '// whoever is away on holiday; industrial; renewed; input downwards; what offers',
    'for (const what of all) put(down);',
    '// how they understand it; the house stands; persons who were away',
  ].join('\n');
  assert.deepEqual(placesOf(plainWords, { 'a.ts': text }), []);
});
