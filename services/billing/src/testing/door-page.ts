// Reads the page behind a receipt's link like a person and like a bank's app.
import { decodeQR } from 'qr/decode.js';

/** The visible text. */
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

/** The meters on the page with their last readings. */
export function metersOf(
  page: string,
): readonly { readonly field: string; readonly last: number }[] {
  const found = page.matchAll(/id="(meter-\d+)-hint">Было ([\d\s\u00a0,]+) от/g);
  return [...found].map(([, field = '', last = '']) => ({
    field,
    last: Number(last.replaceAll(/[\s\u00a0]/g, '').replace(',', '.')),
  }));
}

/** Pixels per module side. */
const SCALE = 4;
const PATIENCE_MS = 60_000;

/** The texts of the payment codes. */
export function codesOf(page: string): readonly string[] {
  const drawn = page.matchAll(/viewBox="0 0 (\d+) \d+"[^]*?<path d="([^"]+)"/g);
  return [...drawn].map(([, side = '', path = '']) => textIn(Number(side) * SCALE, path));
}

/** One byte per pixel, dark where a rectangle of the path covers it. */
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
