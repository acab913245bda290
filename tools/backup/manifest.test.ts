import assert from 'node:assert/strict';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import * as archive from '../archive/manifest.ts';
import * as backup from './manifest.ts';

let folder: string;
before(() => {
  folder = makeTemporaryFolder('manifest-');
});
after(() => rmSync(folder, { recursive: true }));

const REFUSED = [
  { text: '{"format": 1, "months": []}', of: backup, told: /holds no backup: its manifest\.json/ },
  { text: 'null', of: backup, told: /holds no backup: its manifest\.json/ },
  {
    text: '{"format": 2, "databases": {}}',
    of: backup,
    told: /backup in \S+ is of another format/,
  },
  { text: '{"format": 1,', of: backup, told: /holds no backup that is whole: / },
  {
    text: '{"format": 1, "databases": {}}',
    of: archive,
    told: /holds no archive: its manifest\.json/,
  },
  { text: 'null', of: archive, told: /holds no archive: its manifest\.json/ },
  { text: '{"format": 2, "months": []}', of: archive, told: /archive in \S+ is of another format/ },
];
for (const { text, of, told } of REFUSED)
  test(`a manifest that is ${text} is refused: ${told.source}`, () => {
    writeFileSync(path.join(folder, 'manifest.json'), text);
    assert.throws(() => of.readManifest(folder), { message: told });
  });
