import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFile, type Progress } from './download.ts';

/** As in browsers whose streams cannot be iterated over. */
function fileOf(pieces: readonly string[], end: (stream: ReadableStreamDefaultController) => void) {
  const body = new ReadableStream({
    start: (stream) => {
      for (const piece of pieces) stream.enqueue(new TextEncoder().encode(piece));
    },
    pull: end,
  });
  Object.defineProperty(body, Symbol.asyncIterator, { value: undefined });
  const answer = new Response(null, {
    headers: { 'content-type': 'application/pdf', 'content-length': '8' },
  });
  Object.defineProperty(answer, 'body', { value: body });
  return answer;
}

test('a file is read piece by piece, in any browser', async () => {
  const seen: Progress[] = [];
  const file = fileOf(['%PDF', '-1.7'], (stream) => stream.close());
  const blob = await readFile(file, { onProgress: (progress) => seen.push(progress) });
  assert.deepEqual([await blob.text(), blob.type], ['%PDF-1.7', 'application/pdf']);
  assert.deepEqual(seen, [
    { bytes: 4, of: 8 },
    { bytes: 8, of: 8 },
  ]);
});

test('a connection lost within a file is a failed request', async () => {
  const file = fileOf(['%PDF'], (stream) => stream.error(new TypeError('network error')));
  await assert.rejects(readFile(file), { name: 'RequestFailure', code: 'unreachable' });
});

test('who stops a download gets their own reason', async () => {
  const file = fileOf(['%PDF'], (stream) => stream.error(new TypeError('aborted')));
  const signal = AbortSignal.abort(new Error('stopped'));
  await assert.rejects(readFile(file, { signal }), /stopped/);
});
