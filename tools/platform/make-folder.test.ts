import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { makeFolder } from './make-folder.ts';

test('a folder is made with those above it, and one that exists is left alone', () => {
  const parent = makeTemporaryFolder('make-folder-');
  try {
    const folder = path.join(parent, 'a/b');
    makeFolder(folder, 0o700);
    assert.equal(statSync(folder).mode & 0o777, 0o700);
    makeFolder(folder);
    writeFileSync(path.join(parent, 'file'), '');
    const inFile = path.join(parent, 'file/c');
    assert.throws(() => makeFolder(inFile), {
      message: `${inFile} cannot be made: ENOTDIR: not a directory, mkdir '${inFile}'`,
    });
  } finally {
    rmSync(parent, { recursive: true });
  }
});

test(
  'a folder where none can be made is refused at once',
  { skip: !existsSync('/proc/self') },
  () => {
    // In another process: a program that goes round in circles could not fail here.
    const program = `import { makeFolder } from '${path.join(import.meta.dirname, 'make-folder.ts')}'; makeFolder('/proc/no/such');`;
    const asked = () =>
      execFileSync(process.execPath, ['--input-type=module-typescript', '-e', program], {
        timeout: 20_000,
        stdio: 'pipe',
      });
    assert.throws(asked, /\/proc\/no\/such cannot be made: ENOENT/);
  },
);
