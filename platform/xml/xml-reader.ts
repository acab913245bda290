// Reads XML element by element, strictly: it refuses documents that are not well formed, declare a document type (and so
// entities), are nested too deeply, or contain a text longer than any of ours.
import { SaxesParser } from 'saxes';

/** Element names have no namespace prefix, attribute names keep theirs; the text of one element may come in pieces. */
export type XmlHandlers = {
  readonly open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  readonly text?: (text: string) => void;
  readonly close?: (name: string) => void;
};

export type XmlReader = {
  /** @throws XmlFault, and whatever a handler throws */
  readonly write: (chunk: string) => void;
  /** @throws XmlFault when the document is incomplete */
  readonly close: () => void;
};

export class XmlFault extends Error {
  override readonly name = 'XmlFault';
  readonly kind: 'document-type' | 'not-well-formed' | 'too-deep' | 'too-long';

  constructor(kind: XmlFault['kind'], message: string) {
    super(message);
    this.kind = kind;
  }
}

/** The parser buffers a text, and a tag, until its end. */
const MAX_TOKEN_CHARACTERS = 1_048_576;
const MAX_DEPTH = 64;

export function createXmlReader({ open, text, close }: XmlHandlers): XmlReader {
  const parser = new SaxesParser();
  let lastEventAt = 0;
  let depth = 0;
  const heard = (): void => {
    lastEventAt = parser.position;
  };
  const take = (piece: string): void => {
    heard();
    text?.(piece);
  };
  parser.on('doctype', () => {
    throw new XmlFault('document-type', 'it declares a document type');
  });
  parser.on('error', ({ message }) => {
    throw new XmlFault('not-well-formed', message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    heard();
    depth += 1;
    if (depth > MAX_DEPTH) throw new XmlFault('too-deep', `it is nested past ${MAX_DEPTH}`);
    open?.(localName(name), attributes);
  });
  parser.on('text', take);
  parser.on('cdata', take);
  parser.on('closetag', ({ name }) => {
    heard();
    depth -= 1;
    close?.(localName(name));
  });
  return {
    write: (chunk) => {
      parser.write(chunk);
      if (parser.position - lastEventAt > MAX_TOKEN_CHARACTERS)
        throw new XmlFault('too-long', `it holds a text past ${MAX_TOKEN_CHARACTERS} characters`);
    },
    close: () => void parser.close(),
  };
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}
