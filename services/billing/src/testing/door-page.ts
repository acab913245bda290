// Reads the page behind a receipt's link as a person and a bank's application do.
import { decodeQR } from 'qr/decode.js';

/** As a reader sees it. */
export function textOf(page: string): string {
  return page
    .replaceAll(/<style>[^]*?<\/style>|<[^>]+>/g, ' ')
    .replaceAll('&#39;', "'")
    .replaceAll('&quot;', '"')
    .replaceAll(/[\s\u00a0]+/g, ' ');
}

/** Figures without spaces between thousands. */
export function ungrouped(text: string): string {
  return text.replaceAll(/(?<=\d) (?=\d{3})/g, '');
}

/** The meters of the page with what they showed last. */
export function metersOf(
  page: string,
): readonly { readonly field: string; readonly last: number }[] {
  const found = page.matchAll(/id="(meter-\d+)-hint">Было ([\d\s\u00a0,]+) от/g);
  return [...found].map(([, field = '', last = '']) => ({
    field,
    last: Number(last.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')),
  }));
}

/** Pixels of a side of each square. */
const SCALE = 4;
const PATIENCE_MS = 60_000;

/** The texts of the codes to pay by. */
export function codesOf(page: string): readonly string[] {
  const drawn = page.matchAll(/viewBox="0 0 (\d+) \d+"[^]*?<path d="([^"]+)"/g);
  return [...drawn].map(([, side = '', path = '']) => textIn(Number(side) * SCALE, path));
}

/** A byte a pixel, dark where a rectangle of the path lies. */
function textIn(side: number, path: string): string {
  const data = new Uint8Array(side * side).fill(255);
  for (const [, x = '', y = '', length = ''] of path.matchAll(/M(\d+) (\d+)h(\d+)v1/g)) {
    const [from, to] = [Number(x) * SCALE, (Number(x) + Number(length)) * SCALE];
    for (let row = Number(y) * SCALE; row < (Number(y) + 1) * SCALE; row += 1)
      data.fill(0, row * side + from, row * side + to);
  }
  const picture = { data, width: side, height: side };
  return decodeQR(picture, { format: 'I420', timeLimit: PATIENCE_MS });
}
