// `npm run lint:api`: what two programs of others find wrong with the OpenAPI documents of the three services. Nothing is
// the aim; exits 1 otherwise.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { AUTH } from '@kvartplata/contracts/auth/catalogue.ts';
import { BILLING } from '@kvartplata/contracts/billing/catalogue.ts';
import { CORE } from '@kvartplata/contracts/core/catalogue.ts';
import { documentOf } from '@kvartplata/platform/http/openapi-document.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
/** Neither program is to tell anybody that it runs. */
const ENVIRONMENT = {
  ...process.env,
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
};

const folder = mkdtempSync(path.join(tmpdir(), 'openapi-'));
try {
  const files = [AUTH, CORE, BILLING].map((catalogue) => {
    const file = path.join(folder, `${catalogue.service}.json`);
    writeFileSync(file, JSON.stringify(documentOf(catalogue, '0.0.0'), null, 2));
    return file;
  });
  const statuses = [
    run('spectral', ['lint', '--fail-severity=hint', '--ruleset', '.spectral.yaml', ...files]),
    run('redocly', ['lint', '--config', 'redocly.yaml', '--max-problems=1000', ...files]),
  ];
  process.exitCode = statuses.every((status) => status === 0) ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true });
}

/** The program's own words go to the terminal. */
function run(program: string, args: readonly string[]): number | null {
  const file = path.join(ROOT, 'node_modules/.bin', program);
  return spawnSync(file, args, { cwd: ROOT, env: ENVIRONMENT, stdio: 'inherit' }).status;
}
