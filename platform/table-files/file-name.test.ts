import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fileNameOf } from './file-name.ts';

test('a name has its parts in order, and nothing that breaks a header or a disk', () => {
  assert.equal(fileNameOf('Квитанции', '2026-10', 'Садовая 12'), 'kvitancii-2026-10-sadovaya-12');
  assert.equal(fileNameOf('osv', '2026-10', '2026-10', 'мира 1'), 'osv-2026-10-mira-1');
  assert.equal(fileNameOf('vypiska', undefined, 'ЛС "01"/\\\r\n;'), 'vypiska-ls-01');
  assert.equal(fileNameOf('Съезд', 'Ёлочная'), 'sezd-elochnaya');
  assert.ok(fileNameOf('x', 'щ'.repeat(500)).length <= 82);
});
