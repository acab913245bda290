// XML written element by element: names as they are given, texts escaped.

export type XmlAttributes = Readonly<Record<string, string>>;
/** Text, or elements that are written already; what is undefined is left out. */
export type XmlContent = string | readonly (XmlWritten | undefined)[];
/** An element that is written, which nobody takes for a text. */
export type XmlWritten = { readonly xml: string };

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

export function xml(name: string, content: XmlContent, attributes: XmlAttributes = {}): XmlWritten {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${escaped(value)}"`);
  const inner =
    typeof content === 'string'
      ? escaped(content)
      : content.map((part) => part?.xml ?? '').join('');
  return { xml: `<${name}${pairs.join('')}>${inner}</${name}>` };
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
