// `npm run test:distributed [-- files]`: the tests of a database that spans machines, each file on a cluster of its own. Where
// Citus is not installed it says so and is content, unless EXPECT_CITUS=1.
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import path from 'node:path';
import { whyNoEngine } from '@kvartplata/platform/testing/engine-cluster.ts';

/** Of one file. */
const TIMEOUT_MS = String(8 * 60_000);
const root = path.resolve(import.meta.dirname, '..');

const why = whyNoEngine();
process.exitCode = why === undefined ? run(process.argv.slice(2)) : refuse(why);

function refuse(reason: string): number {
  console.log(`Nothing was tested: ${reason}.`);
  return process.env['EXPECT_CITUS'] === '1' ? 1 : 0;
}

function run(named: readonly string[]): number {
  const files = named.length > 0 ? named : globSync('distributed/**/*.test.ts', { cwd: root });
  const startedAt = performance.now();
  const { status } = spawnSync(process.execPath, ['tools/test.ts', ...files], {
    cwd: root,
    // Three servers belong to each file.
    env: { ...process.env, TEST_TIMEOUT_MS: TIMEOUT_MS, TEST_FILES_AT_ONCE: '2' },
    stdio: 'inherit',
  });
  const minutes = (performance.now() - startedAt) / 60_000;
  console.log(`All of it took ${minutes.toFixed(1)} minutes.`);
  return status ?? 1;
}
