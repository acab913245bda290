// XML written element by element: names as they are given, texts escaped.

export type XmlAttributes = Readonly<Record<string, string>>;
/** Text, or elements that are written already; what is undefined is left out. */
export type XmlContent = string | readonly (XmlWritten | undefined)[];
/** An element that is written, which nobody takes for a text. */
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

/** What stands before and after the content of an element that is written piece by piece. */
export function around(name: string, attributes: XmlAttributes): readonly [string, string] {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  return [`<${name}${pairs.join('')}>`, `</${name}>`];
}

/** The element, or nothing where there is nothing to say. */
export function xmlIf(name: string, text: string | null | undefined): XmlWritten | undefined {
  return text === null || text === undefined || text === '' ? undefined : xml(name, text);
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

/** Characters that no document of XML may have, even escaped, become a sign of their own. */
function escaped(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[^\P{Cc}\t\n]|[\uFFFE\uFFFF]/gu, '\ufffd')
    .replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
}
