// A house's heat volumes by year, as typed and shown.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseVolumes, showVolumes } from './year-volumes.ts';

test('shown volumes can be typed again', () => {
  const volumes = parseVolumes('2024: 1200; 2025:1140,5');
  assert.deepEqual(volumes, [
    { year: 2024, volume: '1200' },
    { year: 2025, volume: '1140.5' },
  ]);
  assert.deepEqual(parseVolumes(showVolumes(volumes ?? [])), volumes);
  assert.deepEqual(parseVolumes(''), []);
  for (const typed of ['1140', '25: 1140', '2025: тепло', '2025: 1: 2'])
    assert.equal(parseVolumes(typed), undefined, typed);
});
