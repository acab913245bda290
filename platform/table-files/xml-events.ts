// XML read as a stream of its elements, strictly: what is not well formed, declares a document type, or holds a text
// longer than any of ours is refused.
import { SaxesParser } from 'saxes';
import { malformedFile } from './table-file.ts';

export type XmlHandlers = {
  /** Names come without their namespace's prefix; texts of one element may come in pieces. */
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

/** The parser gathers a text, and a tag, until its end. */
const MAX_TOKEN_CHARACTERS = 1_048_576;
const MAX_DEPTH = 64;

/**
 * Reads all chunks and calls the handlers; yields after each chunk, so that the caller can hand on what has come of it.
 * @throws Refusal malformed-file
 */
export async function* readXml(
  chunks: AsyncIterable<string>,
  { open, text, close }: XmlHandlers,
): AsyncGenerator<void> {
  const parser = new SaxesParser();
  let lastEventAt = 0;
  let depth = 0;
  const heard = (): void => {
    lastEventAt = parser.position;
  };
  parser.on('doctype', () => {
    throw malformedFile('The workbook declares a document type');
  });
  parser.on('error', (error) => {
    throw malformedFile('A part of the workbook is not well-formed XML', error);
  });
  parser.on('opentag', ({ name, attributes }) => {
    heard();
    depth += 1;
    if (depth > MAX_DEPTH) throw malformedFile('A part of the workbook is nested too deeply');
    open?.(localName(name), attributes);
  });
  parser.on('text', (piece) => {
    heard();
    text?.(piece);
  });
  parser.on('closetag', ({ name }) => {
    heard();
    depth -= 1;
    close?.(localName(name));
  });
  for await (const chunk of chunks) {
    parser.write(chunk);
    if (parser.position - lastEventAt > MAX_TOKEN_CHARACTERS)
      throw malformedFile('A text in the workbook is longer than a cell can be');
    yield;
  }
  parser.close();
  yield;
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
