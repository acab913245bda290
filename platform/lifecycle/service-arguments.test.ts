import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { SERVICE_ARGUMENTS } from './service-arguments.ts';

test('the npm scripts start a service with the same arguments', () => {
  const file = path.resolve(import.meta.dirname, '../../package.json');
  const { scripts } = JSON.parse(readFileSync(file, 'utf8')) as { scripts: Record<string, string> };
  for (const service of ['auth', 'core', 'billing'])
    assert.equal(
      scripts[`start:${service}`],
      `node ${SERVICE_ARGUMENTS.join(' ')} services/${service}/src/main.ts`,
    );
});
