import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { dataDirectoryOf, holdDirectory, readSecrets } from './data-directory.ts';
import { ROOT } from './service-environment.ts';

let directory: string;
let pidFile: string;

beforeEach(() => {
  directory = path.join(mkdtempSync(path.join(tmpdir(), 'data-directory-')), 'new/folder');
  pidFile = path.join(directory, 'start.pid');
});
afterEach(() => rmSync(path.resolve(directory, '../..'), { recursive: true }));

test('an empty DATA_DIR counts as absent, so that nothing is stored among the project’s files', () => {
  for (const environment of [{}, { DATA_DIR: '' }])
    assert.equal(dataDirectoryOf(environment), path.join(ROOT, '.data'));
  assert.equal(dataDirectoryOf({ DATA_DIR: '/var/kvartplata' }), '/var/kvartplata');
});

test('secrets are created once, long, and readable by their owner alone', () => {
  const secrets = readSecrets(directory);
  assert.deepEqual(readSecrets(directory), secrets);
  assert.equal(Buffer.from(secrets.jwtSecret, 'base64').length, 32);
  assert.ok(secrets.databasePassword.length >= 24);
  assert.equal(statSync(path.join(directory, 'secrets.json')).mode & 0o777, 0o600);
});

for (const text of ['', '{"jwtSecret": "a', '{"jwtSecret": "a"}', 'null']) {
  test(`a file of secrets that contains "${text}" is reported, and left alone`, () => {
    const file = path.join(directory, 'secrets.json');
    mkdirSync(directory, { recursive: true });
    writeFileSync(file, text);
    assert.throws(() => readSecrets(directory), { message: /secrets\.json does not hold/ });
    assert.equal(readFileSync(file, 'utf8'), text);
  });
}

test('a folder is held and released', () => {
  const release = holdDirectory(directory);
  assert.equal(readFileSync(pidFile, 'utf8'), String(process.pid));
  release();
  assert.ok(!existsSync(pidFile));
});

const stale = [
  { pid: '', why: 'a start that died while it wrote' },
  { pid: 'nonsense', why: 'no number' },
  { pid: '0', why: 'no process' },
  { pid: '-1', why: 'every process' },
  { pid: '4194304', why: 'a process that is gone' },
  { pid: String(process.ppid), why: 'a program that is no start of ours' },
  { pid: String(process.pid), why: 'this very process, after a restart of the machine' },
];
for (const { pid, why } of stale) {
  test(`a folder that was held by "${pid}" can be held again: ${why}`, () => {
    readSecrets(directory);
    writeFileSync(pidFile, pid);
    holdDirectory(directory);
    assert.equal(readFileSync(pidFile, 'utf8'), String(process.pid));
  });
}

/** Programs that start the embedded server, or work on it. */
const HOLDERS = [
  'tools/archive.ts',
  'tools/backup.ts',
  'tools/demo.ts',
  'tools/dev.ts',
  'tools/pictures.ts',
  'tools/restore.ts',
  'tools/start.ts',
  'tools/verify-ledger.ts',
  'tools/verify-references.ts',
  'migrate-from/src/main.ts',
];
for (const program of HOLDERS) {
  test(`${program} keeps others off the folder that it works on`, async () => {
    readSecrets(directory);
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1_000)', program]);
    try {
      await once(holder, 'spawn');
      writeFileSync(pidFile, String(holder.pid));
      assert.throws(() => holdDirectory(directory), /the platform is already running/);
    } finally {
      holder.kill();
      await once(holder, 'close');
    }
  });
}
