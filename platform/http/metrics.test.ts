import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openTestApp } from '../testing/test-app.ts';
import { createGauge, createMetrics } from './metrics.ts';
import { Refusal } from './refusal.ts';

test('a gauge is read for every request, and one that cannot be read keeps its last value', async () => {
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

test('refusals are counted by code, and database errors by class', async () => {
  const service = await openTestApp((app) => {
    const config = { access: 'public' } as const;
    const schema = { tags: ['things'] };
    const thrown = (code: string) => Object.assign(new Error('no'), { code });
    app.get('/value', { config, schema }, async () => {
      throw thrown('22003');
    });
    app.get('/named', { config, schema }, async () => {
      throw new Refusal('conflict', undefined, { cause: thrown('23505') });
    });
    app.get('/fault', { config, schema }, async () => {
      throw thrown('ENOENT');
    });
  });
  try {
    for (const path of ['value', 'named', 'named', 'fault', 'nowhere'])
      await fetch(`${service.url}/${path}`);
    const text = await (await fetch(`${service.url}/metrics`)).text();
    const counted = [
      ...text.matchAll(/^(?:http_refusals|database_errors)_total\{(.*?),.*\} (\d+)/gm),
    ];
    assert.deepEqual(counted.map(([, label, count]) => `${label} ${count}`).toSorted(), [
      'class="22" 1',
      'class="23" 2',
      // No request has met it: its alert fires on the first that does.
      'class="53" 0',
      'code="conflict" 2',
      'code="internal-error" 1',
      'code="route-not-found" 1',
      'code="validation-failed" 1',
    ]);
  } finally {
    await service.close();
  }
});

test('dependencies are checked again at every request for the metrics', async () => {
  let isAway = false;
  const probe = async (): Promise<void> => {
    if (isAway) throw new Error('away');
  };
  const service = await openTestApp(() => undefined, {
    dependencies: [{ name: 'database', whenAway: 'down', probe }],
  });
  const told = async () =>
    /^dependency_up\{.*\} (\d)/m.exec(await (await fetch(`${service.url}/metrics`)).text())?.[1];
  try {
    assert.equal(await told(), '1');
    isAway = true;
    assert.equal(await told(), '0');
  } finally {
    await service.close();
  }
});
