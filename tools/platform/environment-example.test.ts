// .env.example: a shell that loads it in the documented way gets every variable that `npm start` reads, with valid values.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import {
  assertConfigurations,
  environmentOf,
  OWN,
  ROOT,
  SERVICES,
  SHARED,
  type Environment,
  type ServiceName,
} from './service-environment.ts';

const EXAMPLE = readFileSync(path.join(ROOT, '.env.example'), 'utf8');
/** With all variables, also those that are commented out. */
const EVERYTHING = EXAMPLE.replaceAll(/^#(?=[A-Z_]+=)/gm, '');

/** In the documented way: `set -a; . ./my.env; set +a`. */
function loaded(text: string): Environment {
  const folder = makeTemporaryFolder('environment-example-');
  try {
    const file = path.join(folder, 'my.env');
    writeFileSync(file, text);
    const output = execFileSync('sh', ['-euc', `set -a; . '${file}'; set +a; env -0`], {
      env: { PATH: process.env['PATH'] },
      encoding: 'utf8',
    });
    return Object.fromEntries(
      output.split('\0').map((line) => {
        const [name = '', ...value] = line.split('=');
        return [name, value.join('=')];
      }),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function configured(given: Environment): Record<ServiceName, Environment> {
  const secret = Buffer.alloc(32, 'x').toString('base64');
  const of = (service: ServiceName): Environment =>
    environmentOf(service, given, {
      jwtSecret: secret,
      mailDirectory: '/tmp/mail',
      databaseUrlOf: () => 'postgres://embedded/',
    });
  return { auth: of('auth'), core: of('core'), billing: of('billing') };
}

test('a shell can load it as it is, and with every example enabled', () => {
  for (const text of [EXAMPLE, EVERYTHING]) {
    const given = loaded(text);
    assertConfigurations(configured({ ...given, CHECKPOINT_KEY_FILE: '' }), given);
  }
  assert.equal(loaded(EVERYTHING)['MAIL_FROM'], 'Kvartplata <post@example.org>');
});

test('it lists every variable that is read', () => {
  const told = new Set(Object.keys(loaded(EVERYTHING)));
  assert.deepEqual(
    SHARED.filter((name) => !told.has(name)),
    [],
  );
  const inWords = EXAMPLE.split('\n')
    .filter((line) => line.startsWith('# '))
    .join('\n');
  assert.deepEqual(
    OWN.filter(
      (name) =>
        !SERVICES.every((service) => told.has(`${service.toUpperCase()}_${name}`)) &&
        !inWords.includes(name),
    ),
    [],
  );
});
