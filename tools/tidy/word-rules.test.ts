import assert from 'node:assert/strict';
import { test } from 'node:test';
import { messagesOf, placesOf } from './testing/small-project.ts';
import { glossary, links, workplace } from './word-rules.ts';

/** In two pieces, so that this file passes the rule that it tests. */
const PLACES = [
  { pieces: ['/wo', 'rk/somewhere'], what: 'a folder' },
  { pieces: ['fa', 'rm-0'], what: 'a machine' },
  { pieces: ['.libra', 'ry/somewhere'], what: 'a hidden folder' },
];

for (const { pieces, what } of PLACES) {
  test(`${what} of the workplace is found in code and in pages`, () => {
    const place = pieces.join('');
    const files = { 'a.ts': `// a\n// see ${place}\n`, 'docs/a.md': place };
    assert.deepEqual(placesOf(workplace, files), ['a.ts:2', 'docs/a.md:1']);
  });
}

test('a word that only contains such a place is left alone', () => {
  assert.deepEqual(placesOf(workplace, { 'a.ts': '// network/a, farming, a library' }), []);
});

test('wings, slices and tables are looked up in the first column of the glossary', () => {
  const files = {
    'GLOSSARY.md':
      '| term | на русском |\n|---|---|\n| billing cycle, `cycle` | период |\n| `meter reading` | rooms |\n| batch | |\n',
    'services/core/src/cycles/cycles.service.ts': '',
    'services/core/src/registry/houses/houses.service.ts': '',
    'services/core/migrations/0001_create_all.sql':
      '-- a\ncreate table billing_cycles ();\ncreate table meter_readings ();\ncreate table rooms ();\ncreate table batches ();\n',
  };
  assert.deepEqual(messagesOf(glossary, files), [
    '"registry" is not in the first column of GLOSSARY.md',
    '"houses" is not in the first column of GLOSSARY.md',
    '"rooms" is not in the first column of GLOSSARY.md',
  ]);
});

test('without a glossary every name is missing', () => {
  const files = { 'services/core/src/registry/houses/houses.service.ts': '' };
  assert.deepEqual(placesOf(glossary, files), [
    'services/core/src/registry:1',
    'services/core/src/registry/houses:1',
  ]);
});

test('a broken link is found, others are left alone', () => {
  const files = {
    'docs/a.md':
      '[b](b.md) [c](../services/core) [d](https://example.org/x.md) [e](#part)\n[f](b.md#part) [g](gone.md)\n',
    'docs/b.md': '',
    'services/core/README.md': '',
  };
  assert.deepEqual(placesOf(links, files), ['docs/a.md:2']);
  assert.deepEqual(messagesOf(links, files), ['there is no docs/gone.md']);
});
