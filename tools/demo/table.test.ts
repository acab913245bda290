import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderBar, renderSentence, renderTable } from './table.ts';

test('a table has rules, wraps long titles and aligns numbers right', () => {
  const table = renderTable(
    [
      { title: 'Account', of: (row: readonly string[]) => row[0] ?? '' },
      { title: 'Вода на дом', of: (row: readonly string[]) => row[1] ?? '', align: 'right' },
    ],
    [
      ['LS01', '10.13'],
      ['LS02', '112.04'],
    ],
    ['House', '122.17'],
  );
  assert.deepEqual(table.split('\n'), [
    '             Вода',
    '  Account  на дом',
    '  ───────────────',
    '  LS01      10.13',
    '  LS02     112.04',
    '  ───────────────',
    '  House    122.17',
  ]);
});

test('a bar is empty before the first step and full after the last', () => {
  assert.equal(renderBar(0, 4), `[${'░'.repeat(24)}] 0/4`);
  assert.equal(renderBar(4, 4), `[${'█'.repeat(24)}] 4/4`);
});

test('a cell that is too long is wrapped, and nothing of it is lost', () => {
  const table = renderTable(
    [
      { title: 'line', of: (row: readonly string[]) => row[0] ?? '', align: 'right' },
      { title: 'why', of: (row: readonly string[]) => row[1] ?? '', most: 12 },
    ],
    [
      ['3', 'no such account in this company'],
      ['4', 'a repeat'],
    ],
  );
  assert.deepEqual(table.split('\n'), [
    '  line  why',
    '  ──────────────────',
    '     3  no such',
    '        account in',
    '        this company',
    '     4  a repeat',
  ]);
});

test('a sentence is wrapped at a hundred columns, and indented', () => {
  const lines = renderSentence('  ✓ ', 'слово '.repeat(30).trim()).split('\n');
  assert.deepEqual(
    lines.map((line) => line.length),
    [99, 87],
  );
  assert.ok(lines[0]?.startsWith('  ✓ слово'));
  assert.ok(lines[1]?.startsWith('    слово'));
});
