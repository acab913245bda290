import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { filesOfZip } from '../testing/zip-files.ts';
import { createFileNames, zipStream, type ZipEntry } from './zip-stream.ts';

const MADE_AT = new Date('2026-11-01T12:00:00Z');

async function* entriesOf(
  ...files: readonly (readonly [string, string])[]
): AsyncGenerator<ZipEntry> {
  for (const [name, content] of files)
    yield {
      name,
      content: (async function* bytes() {
        yield Buffer.from(content);
      })(),
    };
}

test('an archive holds the files under their Russian names, in order', async () => {
  const zip = await buffer(
    zipStream(
      entriesOf(['ул. Садовая, д. 2.pdf', 'two'], ['ул. Садовая, д. 12.pdf', 'twelve']),
      MADE_AT,
    ),
  );
  const files = await filesOfZip(zip);
  assert.deepEqual(
    files.map(([name, bytes]) => [name, bytes.toString()]),
    [
      ['ул. Садовая, д. 2.pdf', 'two'],
      ['ул. Садовая, д. 12.pdf', 'twelve'],
    ],
  );
});

test('a file that cannot be read fails the archive with its error', async () => {
  async function* broken(): AsyncGenerator<ZipEntry> {
    yield {
      name: 'one.pdf',
      // oxlint-disable-next-line require-yield
      content: (async function* fails(): AsyncGenerator<Uint8Array> {
        throw new Error('no such house');
      })(),
    };
  }
  await assert.rejects(buffer(zipStream(broken(), MADE_AT)), /no such house/);
});

test('no two files share a name, and no name has characters that a system forbids', () => {
  const nameOf = createFileNames('pdf');
  assert.equal(nameOf('ул. Мира, д. 7/2'), 'ул. Мира, д. 7-2.pdf');
  assert.equal(nameOf('ул. Мира, д. 7-2'), 'ул. Мира, д. 7-2 (2).pdf');
  assert.equal(nameOf('  «Дом», корп. '), '«Дом», корп.pdf');
});
