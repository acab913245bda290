import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { serviceVariables } from '../config/service-variables.ts';
import { buildInfoOf } from './build-info.ts';

const STARTED_AT = new Date('2026-08-02T10:00:00Z');

/** The build that /health reports with these build variables in the environment. */
function buildOf(environment: Readonly<Record<string, string>>) {
  const { buildVersion, buildTime, buildCommit, buildBranch } = serviceVariables(8001, 'dev');
  const variables = { buildVersion, buildTime, buildCommit, buildBranch };
  return buildInfoOf(readConfig(variables, environment), STARTED_AT);
}

test('an injected build is reported as it is', () => {
  const environment = {
    BUILD_VERSION: '1.4.0',
    BUILD_TIME: '2026-08-01T09:00:00Z',
    BUILD_COMMIT: '9f2c1ab',
    BUILD_BRANCH: 'main',
  };
  assert.deepEqual(buildOf(environment), {
    version: '1.4.0',
    buildTime: '2026-08-01T09:00:00Z',
    commit: '9f2c1ab',
    branch: 'main',
  });
});

const nothing = [
  { environment: {}, why: 'absent' },
  {
    environment: { BUILD_VERSION: '', BUILD_TIME: '', BUILD_COMMIT: '', BUILD_BRANCH: '' },
    why: 'empty',
  },
];
for (const { environment, why } of nothing) {
  test(`without a build it is unknown, and its time is that of the start: ${why}`, () =>
    assert.deepEqual(buildOf(environment), {
      version: 'unknown',
      buildTime: '2026-08-02T10:00:00.000Z',
      commit: 'unknown',
      branch: 'unknown',
    }));
}
