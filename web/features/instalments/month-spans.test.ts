import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sayMonths } from './month-spans.ts';

test('consecutive months are one span, others are listed separately', () => {
  assert.equal(sayMonths([], 'ru'), '');
  assert.equal(sayMonths(['2026-05'], 'ru'), 'май 2026');
  assert.equal(
    sayMonths(['2025-11', '2025-12', '2026-01', '2026-05'], 'ru'),
    'ноябрь 2025 – январь 2026, май 2026',
  );
});
