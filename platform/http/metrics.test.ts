import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createGauge, createMetrics } from './metrics.ts';

test('a gauge is read for everybody who asks, and one that cannot be read keeps its last figure', async () => {
  const metrics = createMetrics('test');
  let figure = 4;
  let isAway = false;
  createGauge(metrics, 'figure', 'A figure', async () => {
    if (isAway) throw new Error('away');
    return figure;
  });
  createGauge(metrics, 'other', 'Another', () => 1);
  const told = async (): Promise<readonly string[]> =>
    (await metrics.registry.metrics())
      .split('\n')
      .filter((line) => /^(figure|other)\{/.test(line))
      .map((line) => line.replace(/\{.*\}/, ''));
  assert.deepEqual(await told(), ['figure 4', 'other 1']);
  figure = Number.POSITIVE_INFINITY;
  assert.deepEqual(await told(), ['figure +Inf', 'other 1']);
  isAway = true;
  assert.deepEqual(await told(), ['figure +Inf', 'other 1']);
});
