// npm before 11 runs every install script, whatever `allowScripts` says: each of them has to be known.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import packageJson from '../package.json' with { type: 'json' };
import lock from '../package-lock.json' with { type: 'json' };

test('PostgreSQL aside, the only install script is one whose reports are turned off', () => {
  const withScript = Object.entries(lock.packages)
    .filter(([place, one]) => place !== '' && 'hasInstallScript' in one)
    .map(([place]) => place.replace('node_modules/', ''));
  const others = withScript.filter((name) => !(name in packageJson.allowScripts));
  assert.deepEqual(others, ['@scarf/scarf']);
  assert.equal(packageJson.scarfSettings.enabled, false);
});
