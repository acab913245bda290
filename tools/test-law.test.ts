import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { test } from 'node:test';

const testLaw = (...args: readonly string[]) =>
  spawnSync(process.execPath, [path.join(import.meta.dirname, 'test-law.ts'), ...args], {
    encoding: 'utf8',
  });

test('a run names its seed, compares as many accounts as requested, and says whether they differ', () => {
  const { status, stdout, stderr } = testLaw('41', '--accounts', '300');
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^Houses from seed 41 on, 300 accounts\.$/m);
  const [, accounts, lines] =
    /^(\d+) accounts, (\d+) lines, \d+ years in \d+ s, no difference\.$/m.exec(stdout) ?? [];
  assert.ok(Number(accounts) >= 300 && Number(lines) > 300, stdout);
});

for (const args of [
  ['seed'],
  ['0'],
  ['1', '2'],
  ['--accounts', '-1'],
  ['--accounts'],
  ['--houses', '2'],
])
  test(`invalid arguments are refused: ${args.join(' ')}`, () => {
    const { status, stderr } = testLaw(...args);
    assert.equal(status, 1);
    assert.match(stderr, /both whole numbers above zero/);
  });
