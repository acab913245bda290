// Writes XML element by element: names as they are given, texts escaped.

export type XmlAttributes = Readonly<Record<string, string>>;
/** A text, or written elements; undefined ones are left out. */
export type XmlContent = string | readonly (XmlWritten | undefined)[];
/** A written element, distinct from a text by its type. */
export type XmlWritten = { readonly xml: string };

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function xml(name: string, content: XmlContent, attributes: XmlAttributes = {}): XmlWritten {
  const [start, end] = around(name, attributes);
  const inner =
    typeof content === 'string'
      ? escaped(content)
      : content.map((part) => part?.xml ?? '').join('');
  return { xml: `${start}${inner}${end}` };
}

/** The tags before and after the content of an element that is written piece by piece. */
export function around(name: string, attributes: XmlAttributes): readonly [string, string] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return [`<${name}${pairs.join('')}>`, `</${name}>`];
}

/** The element, or undefined when the text is empty. */
export function xmlIf(name: string, text: string | null | undefined): XmlWritten | undefined {
  return text === null || text === undefined || text === '' ? undefined : xml(name, text);
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that XML does not allow, even escaped, become U+FFFD. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}
