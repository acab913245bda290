// Builds HTML: every value is escaped unless it is already HTML.

/** Text that is escaped where necessary. */
export type Html = { readonly html: string };

type Value = Html | string | number | readonly Html[];

export function html(parts: TemplateStringsArray, ...values: readonly Value[]): Html {
  return { html: String.raw({ raw: parts }, ...values.map(written)) };
}

export const NOTHING: Html = { html: '' };

/** A style sheet of our own: it must not contain user input. */
export function ownStyle(style: string): Html {
  return { html: `<style>${style}</style>` };
}

/** A script of our own. */
export function ownScript(script: string): Html {
  return { html: `<script type="module">${script}</script>` };
}

/** Data for a script of the page, with `<` encoded so that it cannot end the element. */
export function ownData(id: string, data: unknown): Html {
  const json = JSON.stringify(data).replaceAll('<', String.raw`\u003c`);
  return html`<script type="application/json" id="${id}">
    ${{ html: json }}
  </script>`;
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
