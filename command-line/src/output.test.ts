import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { createOutput } from './output.ts';

const { save } = createOutput(
  { out: process.stdout, err: process.stderr },
  { language: 'en', isJson: false },
);

let folder: string;
let file: string;
before(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'kvartplata-output-'));
  file = path.join(folder, 'receipts.pdf');
});
after(() => rmSync(folder, { recursive: true }));

test('a file is saved as it arrives', async () => {
  await save(new Response('%PDF-1.7'), file);
  assert.equal(readFileSync(file, 'utf8'), '%PDF-1.7');
});

test('a connection lost within a file is a failed request, and a folder in its place is not', async () => {
  const lost = new ReadableStream({ pull: (stream) => stream.error(new TypeError('terminated')) });
  await assert.rejects(save(new Response(lost), file), {
    name: 'RequestFailure',
    code: 'unreachable',
  });
  await assert.rejects(save(new Response('%PDF-1.7'), folder), { code: 'EISDIR' });
});
