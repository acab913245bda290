// Two programs in two languages agree on every proof and every forgery: the command, and the one hundred lines of Python.
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { after, describe, test } from 'node:test';
import {
  checkpointOf,
  FORGERIES,
  good,
  goodPacked,
  makeLog,
  PACKED_FORGERIES,
  signer,
} from '@kvartplata/platform/proof/testing/made-up-proofs.ts';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { rmSync } from 'node:fs';

const PROGRAMS = {
  'verify-proof.ts': process.execPath,
  'verify-proof.py': 'python3',
} as const;

const folder = makeTemporaryFolder('kvartplata-proofs-');
after(() => rmSync(folder, { recursive: true, force: true }));

function save(name: string, content: string | Uint8Array): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

async function run(
  program: keyof typeof PROGRAMS,
  args: readonly string[],
): Promise<{ readonly code: number; readonly said: string }> {
  const script = path.join(import.meta.dirname, program);
  return new Promise((resolve) => {
    execFile(PROGRAMS[program], [script, ...args], (error, stdout, stderr) => {
      resolve({ code: error === null ? 0 : Number(error.code), said: stdout + stderr });
    });
  });
}

for (const program of Object.keys(PROGRAMS) as (keyof typeof PROGRAMS)[]) {
  describe(program, () => {
    test('confirms a good proof in one line, also with its key and a head kept earlier', async () => {
      const file = save('good.json', JSON.stringify(good));
      const head = save('head.txt', checkpointOf(makeLog([70, 5, 9, 1, 300]), 5));
      for (const more of [
        [],
        ['--key', signer.verifierKey],
        ['--since', head],
        ['--since', file],
      ]) {
        const { code, said } = await run(program, [file, ...more]);
        assert.equal(code, 0, said);
        assert.match(said, /^PROVED: 3\|2026-02\|12\|3\|10\.00, .+\n$/);
      }
    });

    test('confirms a packed proof, which contains its head too', async () => {
      const file = save('good.bin', goodPacked);
      for (const since of [file, save('head.txt', checkpointOf(makeLog([70, 5, 9, 1, 300]), 2))]) {
        const { code, said } = await run(program, [file, '--since', since]);
        assert.equal(code, 0, said);
        assert.match(said, /^PROVED: 3\|2026-02\|12\|3\|10\.00, .+\n$/);
      }
    });

    test('refuses every forgery in one line', async () => {
      const texts = FORGERIES.map((forgery) => ({
        file: JSON.stringify(forgery.proof),
        what: forgery.what,
        fault: forgery.fault,
        since: forgery.since,
        key: forgery.key,
      }));
      for (const { what, fault, file, since, key } of [...texts, ...PACKED_FORGERIES]) {
        const args = [
          save('forged', file),
          ...(key === undefined ? [] : ['--key', key]),
          ...(since === undefined ? [] : ['--since', save('since.txt', since)]),
        ];
        const { code, said } = await run(program, args);
        assert.equal(code, 1, what);
        assert.match(said, /^NOT PROVED: .+\n$/, what);
        if (fault === 'log-forked') assert.match(said, /the log was forked/, what);
      }
    });

    test('refuses a missing file, and one that is not JSON', async () => {
      for (const file of [path.join(folder, 'none'), save('text.json', 'PROVED')]) {
        const { code, said } = await run(program, [file]);
        assert.equal(code, 1);
        assert.match(said, /^NOT PROVED: .+\n$/);
      }
    });
  });
}

test('the second program has at most a hundred lines', () => {
  const text = readFileSync(path.join(import.meta.dirname, 'verify-proof.py'), 'utf8');
  assert.ok(text.split('\n').length - 1 <= 100);
});
