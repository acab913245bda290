// The heat in two-component hot water: the published figures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fromScaled, multiply, roundHalfUp } from '../../money/fraction.ts';
import { heatVolume } from './heat-volume.ts';

const figures: readonly (readonly [why: string, waterE3: bigint, kopecks: bigint])[] = [
  ['by norm: 2 × 3.19 × 0.0611 × 2371.72 = 924.54', 6_380n, 924_54n],
  ['by meter: (154.320 − 150.000) × 0.0611 × 2371.72 = 626.02', 4_320n, 626_02n],
];

for (const [why, waterE3, kopecks] of figures) {
  test(`the heat in hot water is water × q: ${why}`, () => {
    const heat = heatVolume(fromScaled(waterE3, 3), 61_100n);
    assert.equal(roundHalfUp(multiply(heat, fromScaled(23_717_200n, 4)), 2), kopecks);
  });
}
