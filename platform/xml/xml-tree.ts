// Reads an XML document as a tree of its elements.
import { createXmlReader } from './xml-reader.ts';

export type XmlElement = {
  /** Without its namespace prefix. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Its own text, without that of its children. */
  readonly text: string;
};

type OpenElement = XmlElement & { readonly children: XmlElement[]; text: string };

/** Larger chunks would count as one text against the reader's limit. */
const PIECE = 65_536;

/** @throws XmlFault */
export function readXmlTree(document: string): XmlElement {
  const top: OpenElement = { name: '', attributes: {}, children: [], text: '' };
  const path = [top];
  const innermost = (): OpenElement => path.at(-1) ?? top;
  const reader = createXmlReader({
    open: (name, attributes) => {
      const element: OpenElement = { name, attributes, children: [], text: '' };
      innermost().children.push(element);
      path.push(element);
    },
    text: (piece) => {
      innermost().text += piece;
    },
    close: () => void path.pop(),
  });
  for (let at = 0; at < document.length; at += PIECE) reader.write(document.slice(at, at + PIECE));
  reader.close();
  const [root] = top.children;
  if (root === undefined) throw new Error('a document that was read has a root');
  return root;
}
