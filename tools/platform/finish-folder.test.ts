import assert from 'node:assert/strict';
import fs, { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import path from 'node:path';
import { mock, test } from 'node:test';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { finishFolder } from './finish-folder.ts';

test('the contents are on disk before the folder is renamed, and its name before work continues', () => {
  const parent = makeTemporaryFolder('finish-folder-');
  const [unfinished, folder] = [path.join(parent, '2022.unfinished'), path.join(parent, '2022')];
  mkdirSync(path.join(unfinished, '2022-01'), { recursive: true });
  const nameOf = new Map(
    [parent, unfinished, path.join(unfinished, '2022-01')].map((one) => [statSync(one).ino, one]),
  );
  const flushed: string[] = [];
  mock.method(fs, 'fsyncSync', (handle: number) => {
    const name = path.relative(parent, nameOf.get(fs.fstatSync(handle).ino) ?? 'unknown');
    flushed.push(
      `${name === '' ? 'parent' : name}, ${existsSync(folder) ? 'named' : 'unfinished'}`,
    );
  });
  syncBuiltinESMExports();
  try {
    finishFolder(unfinished, folder);
  } finally {
    mock.restoreAll();
    syncBuiltinESMExports();
    rmSync(parent, { recursive: true });
  }
  assert.deepEqual(flushed, [
    '2022.unfinished/2022-01, unfinished',
    '2022.unfinished, unfinished',
    'parent, named',
  ]);
});
