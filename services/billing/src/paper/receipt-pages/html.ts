// Writes HTML: every value that is put into it is escaped, unless it is HTML already.

/** Text that was escaped where it had to be. */
export type Html = { readonly html: string };

type Value = Html | string | number | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(written)) };
}

export const NOTHING: Html = { html: '' };

/** A style sheet that is ours: nothing in it is a user's. */
export function ownStyle(style: string): Html {
  return { html: `<style>${style}</style>` };
}

function written(value: Value): string {
  if (typeof value === 'string' || typeof value === 'number') return escaped(String(value));
  return 'html' in value ? value.html : value.map((one) => one.html).join('');
}

const SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);
}
