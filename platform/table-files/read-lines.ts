// Reads a text file line by line, in batches and in bounded memory.
import { assertNoWorkbook } from './read-table.ts';
import { malformedFile, TABLE_LIMITS, tooLongCell } from './table-file.ts';
import { encodingOf, textsOf } from './text-encoding.ts';

export type TextLine = {
  /** From 1. */
  readonly line: number;
  /** Without surrounding blanks. */
  readonly text: string;
};

/**
 * The lines that are not blank, in the order of the file.
 * @throws Refusal malformed-file
 */
export function* readLines(fd: number): Generator<readonly TextLine[]> {
  assertNoWorkbook(fd);
  let line = 0;
  let rest = '';
  for (const text of textsOf(fd, encodingOf(fd))) {
    const parts = (rest + text).split('\n');
    rest = parts.pop() ?? '';
    yield parts.flatMap((part) => {
      line += 1;
      return textLine(line, part);
    });
    if (rest.length > TABLE_LIMITS.cellCharacters) throw tooLongCell(line + 1);
  }
  yield textLine(line + 1, rest);
}

function textLine(line: number, part: string): readonly TextLine[] {
  if (part.length > TABLE_LIMITS.cellCharacters) throw tooLongCell(line);
  if (part.includes('\0')) throw malformedFile(`Line ${line} is no text`);
  const text = part.trim().toWellFormed();
  return text === '' ? [] : [{ line, text }];
}
