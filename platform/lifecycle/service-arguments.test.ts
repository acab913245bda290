import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { SERVICE_ARGUMENTS } from './service-arguments.ts';

const packageFile = path.resolve(import.meta.dirname, '../../package.json');
const { scripts } = JSON.parse(readFileSync(packageFile, 'utf8')) as {
  scripts: Readonly<Record<string, string>>;
};

test('the npm scripts start a service with the same arguments', () => {
  for (const service of ['auth', 'core', 'billing'])
    assert.equal(
      scripts[`start:${service}`],
      `exec node ${SERVICE_ARGUMENTS.join(' ')} services/${service}/src/main.ts`,
    );
});

test('no shell runs between npm and the service: it would keep the stop signal for itself', () => {
  for (const name of ['start', 'dev', 'demo'])
    assert.match(scripts[name] ?? '', /^(?:NODE_COMPILE_CACHE=\S+ )?exec node /, name);
});

test('containers start a service with the same arguments', () => {
  const file = path.resolve(import.meta.dirname, '../../deploy/Dockerfile');
  const command = JSON.stringify(['node', ...SERVICE_ARGUMENTS, 'src/main.ts']);
  assert.ok(readFileSync(file, 'utf8').includes(`CMD ${command.replaceAll(',', ', ')}\n`));
});

/** Keeps 200,000 objects, each until all the others were replaced, and reports the largest heap. */
const RENEW = `
  const used = () => require('node:v8').getHeapStatistics().used_heap_size;
  const kept = [];
  let most = 0;
  for (let n = 0; n < 3_000_000; n += 1) {
    kept[n % 200_000] = { n, text: 'n' + n, more: [n, n + 1, n + 2] };
    if (n % 10_000 === 0) most = Math.max(most, used());
  }
  gc();
  console.log(most / used(), kept.length);
`;

test('a service that keeps little in memory leaves little garbage', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, [
    ...SERVICE_ARGUMENTS,
    '--expose-gc',
    '--eval',
    RENEW,
  ]);
  const [times = Number.NaN] = stdout.split(' ').map(Number);
  // Two and a half times what is kept; five times without the arguments.
  assert.ok(times < 3, stdout);
});
