import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../http/refusal.ts';
import { cp1251, cp866, withFile, workbookOf } from '../testing/table-files.ts';
import { readLines, type TextLine } from './read-lines.ts';

async function linesOf(content: string | Buffer): Promise<readonly TextLine[]> {
  return withFile(content, async (file) => Array.from(readLines(file.fd)).flat());
}

const TEXT = 'Сумма=1\r\n\r\n  Плательщик=Ёлкин №7  \nконец';
const READ = [
  { line: 1, text: 'Сумма=1' },
  { line: 3, text: 'Плательщик=Ёлкин №7' },
  { line: 4, text: 'конец' },
];

const encodings: { why: string; content: string | Buffer }[] = [
  { why: 'UTF-8', content: TEXT },
  { why: 'UTF-8 with its mark', content: `\uFEFF${TEXT}` },
  { why: 'UTF-16', content: Buffer.from(`\uFEFF${TEXT}`, 'utf16le') },
  { why: 'windows-1251', content: cp1251(TEXT) },
  { why: 'IBM 866', content: cp866(TEXT) },
];
for (const { why, content } of encodings) {
  test(`lines are read: ${why}`, async () => assert.deepEqual(await linesOf(content), READ));
}

test('amounts with windows-1251 no-break spaces and no Russian letter are not IBM 866', async () => {
  const content = Buffer.from('LS01;1\xa0234,50;5\xa0000,00'.repeat(3), 'latin1');
  const [line] = await linesOf(content);
  assert.equal(line?.text, 'LS01;1\u00A0234,50;5\u00A0000,00'.repeat(3));
});

test('lines keep their numbers when the file is read piece by piece', async () => {
  const count = 30_000;
  const lines = await linesOf(
    Array.from({ length: count }, (_, index) => `${index + 1};жж`).join('\r\n'),
  );
  assert.equal(lines.length, count);
  for (const { line, text } of lines) assert.equal(text, `${line};жж`);
});

const spoiled: { why: string; content: string | Buffer | Promise<Buffer> }[] = [
  { why: 'nothing at all', content: '' },
  { why: 'a workbook', content: workbookOf('<sheetData/>') },
  { why: 'bytes that are no text', content: 'a\nb\0c' },
  { why: 'a line without end', content: 'a\n' + 'x'.repeat(200_000) },
  { why: 'a line that is too long', content: 'a\n' + 'x'.repeat(40_000) + '\nb' },
];
for (const { why, content } of spoiled) {
  test(`no lines are read from ${why}`, async () => {
    assert.equal(await linesOf(await content).catch(codeOf), 'malformed-file');
  });
}

function codeOf(error: unknown): unknown {
  return error instanceof Refusal ? error.code : error;
}
