// A password or a key: what is piped in, line by line, or what is typed on a terminal, which does not show it.
import { createInterface, type Interface } from 'node:readline';
import { Writable } from 'node:stream';
import type { Words } from '@kvartplata/domain/text/words.ts';
import { Failed } from './command.ts';
import type { Output } from './output.ts';

let input: { readonly reader: Interface; readonly lines: AsyncIterator<string> } | undefined;

/** @throws Failed when nothing more comes */
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

/** What is read goes on to be waited for; a command that is done with it ends all the same. */
export function closeInput(): void {
  input?.reader.close();
  input = undefined;
}

function open(isTerminal: boolean): NonNullable<typeof input> {
  // The reader edits the line, and would show it.
  const nowhere = new Writable({ write: (_piece, _encoding, done) => done() });
  const reader = createInterface({ input: process.stdin, output: nowhere, terminal: isTerminal });
  return { reader, lines: reader[Symbol.asyncIterator]() };
}
