// A password or a key: read from a pipe line by line, or typed on a terminal without being shown.
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { Failed } from './command-errors.ts';
import type { Output } from './output.ts';

let input: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | undefined;

/** @throws Failed at the end of the input */
export async function askSecret(prompt: Words, { say }: Output): Promise<string> {
  const isTerminal = process.stdin.isTTY;
  if (isTerminal) process.stderr.write(`${say(prompt)}: `);
  input ??= open(isTerminal);
  const { value, done } = await input.lines.next();
  if (isTerminal) process.stderr.write('\n');
  if (done === true || value === '')
    throw new Failed({ ru: `не введено: ${prompt.ru}`, en: `nothing was entered: ${prompt.en}` });
  return value;
}

/** An open reader would keep the process alive after the command has ended. */
export function closeInput(): void {
  input?.reader.close();
  input = undefined;
}

function open(isTerminal: boolean): NonNullable<typeof input> {
  // readline would echo the line as it is typed.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  return { reader, lines: reader[Symbol.asyncIterator]() };
}
