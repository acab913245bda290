import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { Refusal } from '../http/refusal.ts';
import {
  blankCellsWorkbook,
  blankRows,
  escapesWorkbook,
  mergedDigitsWorkbook,
  piecesWorkbook,
  separators,
} from '../testing/costly-files.ts';
import { withFile } from '../testing/table-files.ts';
import { openReadingThreads } from './reading-threads.ts';
import type { TableRow } from './table-file.ts';

const ENTRY = new URL('../testing/table-thread.ts', import.meta.url);
/** A twentieth of what these files took before there were limits, and many times what they take now. */
const threads = openReadingThreads<number, readonly TableRow[]>(ENTRY, {
  cpuMs: 6_000,
  memoryMb: 96,
});
after(async () => threads.close());

/** How many rows it has, or the code and detail of its refusal. */
async function outcomeOf(
  content: Buffer,
  { open }: Pick<typeof threads, 'open'> = threads,
): Promise<string> {
  return withFile(content, async (file) => {
    try {
      return `${(await Array.fromAsync(open(file.fd))).flat().length} rows`;
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return `${error.code}: ${error.message}`;
    }
  });
}

const costly: { why: string; content: Buffer | Promise<Buffer>; outcome: RegExp }[] = [
  { why: 'escapes in a text of many cells', content: escapesWorkbook(), outcome: /^0 rows$/ },
  { why: 'a range of a million digits', content: mergedDigitsWorkbook(), outcome: /^1 rows$/ },
  { why: 'texts in pieces', content: piecesWorkbook(), outcome: /^1 rows$/ },
  {
    why: 'a row of 50 MiB of separators',
    content: separators(),
    outcome: /^malformed-file: A row near line 1 is longer than 262144 characters/,
  },
  {
    why: 'blank rows',
    content: blankRows(),
    outcome: /^malformed-file: The table has a row below line 1048576$/,
  },
];
for (const { why, content, outcome } of costly)
  test(`a file made to be expensive is read within narrow limits: ${why}`, async () =>
    assert.match(await outcomeOf(await content), outcome));

test('a file that exceeds a limit is refused, and the next one is read', async () => {
  const narrow = openReadingThreads<number, readonly TableRow[]>(ENTRY, {
    cpuMs: 1_000,
    memoryMb: 64,
  });
  assert.equal(
    await outcomeOf(await blankCellsWorkbook(), narrow),
    'file-too-demanding: Reading the file takes more than 1 s of processor time: split it, or save it as CSV',
  );
  assert.equal(await outcomeOf(Buffer.from('a;b\n'), narrow), '1 rows');
  await narrow.close();
});
