// Heating seasons as typed and shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSeasons, showSeasons } from './heating-seasons.ts';

const SEASONS = [
  { from: '2025-10-05', to: '2026-04-20' },
  { from: '2026-10-03', to: null },
];

test('shown seasons can be typed again', () => {
  assert.equal(showSeasons(SEASONS), '05.10.2025–20.04.2026; 03.10.2026–');
  assert.deepEqual(parseSeasons(showSeasons(SEASONS)), SEASONS);
  assert.deepEqual(parseSeasons('05.10.2025 - 20.04.2026;3.10.2026 -'), SEASONS);
  assert.deepEqual(parseSeasons(' '), []);
});

for (const typed of [
  'октябрь',
  '05.10.2025',
  '05.10.2025–32.13.2026',
  '1.1.2026–2.1.2026–3.1.2026',
]) {
  test(`${typed} is not a season`, () => assert.equal(parseSeasons(typed), undefined));
}
