import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { connect } from 'node:net';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Problem } from '@kvartplata/contracts/problem.ts';
import { openTestApp, type TestApp } from '../testing/test-app.ts';
import { until } from '../testing/until.ts';
import { uploadRoutes, withUploadedFile } from './uploaded-file.ts';

const MIB = 1_048_576;
const LIMITS = { field: 'file', maxBytes: 2 * MIB };
/** Used by this process alone. */
const directory = mkdtempSync(join(tmpdir(), 'uploaded-file-'));
process.env['TMPDIR'] = directory;
let app: TestApp;
let received = 0;
let failed = 0;

before(async () => {
  app = await openTestApp((server) => {
    uploadRoutes(server, (part) => {
      part.post('/upload', { config: { access: 'public' } }, async (request) => {
        if (request.headers['x-gone-first'] !== undefined)
          await new Promise((resolve) => request.raw.on('close', resolve));
        try {
          return await withUploadedFile(request.raw, LIMITS, async (file) => {
            received += 1;
            const { buffer } = await file.handle.read(Buffer.alloc(file.bytes), 0, file.bytes, 0);
            return { name: file.name, bytes: file.bytes, hash: file.hash, same: sha(buffer) };
          });
        } catch (error) {
          failed += 1;
          throw error;
        }
      });
    });
  });
});
after(async () => {
  await app.close();
  rmSync(directory, { recursive: true });
});

function sha(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}

function uploadsLeft(): readonly string[] {
  return readdirSync(directory);
}

async function send(form: FormData): Promise<{ status: number; body: Record<string, unknown> }> {
  const answer = await fetch(`${app.url}/upload`, { method: 'POST', body: form });
  return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
}

function formOf(
  content: Uint8Array<ArrayBuffer> | string,
  name = 'Реестр за июль.xlsx',
  field = 'file',
): FormData {
  const form = new FormData();
  form.append(field, new Blob([content]), name);
  return form;
}

test('a file arrives whole, under its own name, and leaves nothing on disk', async () => {
  const content = new Uint8Array(MIB + 7).fill(0xfe);
  const { status, body } = await send(formOf(content));
  assert.equal(status, 200, JSON.stringify(body));
  const hash = sha(content);
  assert.deepEqual(body, { name: 'Реестр за июль.xlsx', bytes: content.length, hash, same: hash });
  assert.deepEqual(uploadsLeft(), []);
});

test('an empty file and one exactly at the limit arrive too', async () => {
  assert.equal((await send(formOf(''))).body['bytes'], 0);
  assert.equal(
    (await send(formOf(new Uint8Array(LIMITS.maxBytes)))).body['bytes'],
    LIMITS.maxBytes,
  );
});

test('a file name loses its path and its control characters', async () => {
  assert.equal((await send(formOf('x', String.raw`C:\temp\a.csv`))).body['name'], 'a.csv');
  assert.equal((await send(formOf('x', '../../etc/passwd'))).body['name'], 'passwd');
  assert.equal((await send(formOf('x', 'я'.repeat(400)))).body['name'], 'я'.repeat(255));
});

const twoFiles = formOf('x');
twoFiles.append('file', new Blob(['y']), 'b.csv');
const withField = new FormData();
withField.append('note', 'x');
withField.append('file', new Blob(['y']), 'b.csv');

const refused: { why: string; form: FormData; status: number; path?: string }[] = [
  { why: 'a byte past the limit', form: formOf(new Uint8Array(LIMITS.maxBytes + 1)), status: 413 },
  { why: 'far past the limit', form: formOf(new Uint8Array(40 * MIB)), status: 413 },
  { why: 'no file', form: new FormData(), status: 400 },
  { why: 'another field', form: formOf('x', 'a.csv', 'table'), status: 400, path: '/table' },
  { why: 'two files', form: twoFiles, status: 400, path: '/file' },
  { why: 'a field beside the file', form: withField, status: 400, path: '/file' },
];
for (const { why, form, status, path } of refused) {
  test(`a form is refused and leaves nothing on disk: ${why}`, async () => {
    const receivedBefore = received;
    const answer = await send(form);
    assert.equal(answer.status, status, JSON.stringify(answer.body));
    const { errors } = answer.body as unknown as Problem;
    if (path !== undefined)
      assert.deepEqual(
        errors?.map((error) => error.path),
        [path],
      );
    assert.equal(received, receivedBefore);
    assert.deepEqual(uploadsLeft(), []);
  });
}

const odd: { why: string; type: string; body: string; status: number }[] = [
  { why: 'JSON', type: 'application/json', body: '{}', status: 415 },
  { why: 'no type', type: '', body: 'x', status: 415 },
  { why: 'no boundary', type: 'multipart/form-data', body: 'x', status: 400 },
  { why: 'no form at all', type: 'multipart/form-data; boundary=a', body: 'nonsense', status: 400 },
  {
    why: 'a form cut off',
    type: 'multipart/form-data; boundary=a',
    body: '--a\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf',
    status: 400,
  },
  {
    why: 'endless headers',
    type: 'multipart/form-data; boundary=a',
    body: `--a\r\nContent-Disposition: form-data; name="file"; filename="a"\r\nX: ${'x'.repeat(MIB)}`,
    status: 400,
  },
];
for (const { why, type, body, status } of odd) {
  test(`a body that is not a form is refused: ${why}`, async () => {
    const headers: Record<string, string> = type === '' ? {} : { 'content-type': type };
    const answer = await fetch(`${app.url}/upload`, {
      method: 'POST',
      headers,
      body: new TextEncoder().encode(body),
    });
    assert.equal(answer.status, status, await answer.text());
    assert.deepEqual(uploadsLeft(), []);
  });
}

for (const { when, header } of [
  { when: 'midway', header: '' },
  { when: 'before the file is opened', header: 'X-Gone-First: 1\r\n' },
])
  test(`a sender that disconnects ${when} leaves nothing behind`, async () => {
    const failedBefore = failed;
    const socket = connect(app.port, '127.0.0.1');
    socket.write(
      `POST /upload HTTP/1.1\r\nHost: a\r\n${header}Content-Type: multipart/form-data; boundary=a\r\nContent-Length: 1000000\r\n\r\n--a\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nhalf`,
    );
    setTimeout(() => socket.destroy(), 100);
    await until('the handler has given up', () => failed > failedBefore);
    assert.deepEqual(uploadsLeft(), []);
  });

test('other routes are not affected where uploads are accepted', async () => {
  const answer = await fetch(`${app.url}/health`, { method: 'POST', body: formOf('x') });
  assert.equal(answer.status, 404);
});
