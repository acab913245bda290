// A QR code as a picture within a page: a rectangle for each run of dark squares in a row.
import { encodeQR } from 'qr';
import { html, type Html } from './html.ts';

/** Light squares that a reader needs around the code; every run of dark ones ends at one of them at the latest. */
const QUIET_SQUARES = 4;

/** @param label for whoever cannot see it */
export function qrSvg(text: string, label: string): Html {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET_SQUARES });
  const runs: string[] = [];
  for (const [nth, row] of rows.entries()) {
    for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, from)) {
      const light = row.indexOf(false, from);
      runs.push(`M${from} ${nth}h${light - from}v1h${from - light}z`);
      from = light;
    }
  }
  const side = rows.length;
  return html`<svg
    class="qr"
    role="img"
    aria-label="${label}"
    viewBox="0 0 ${side} ${side}"
    shape-rendering="crispEdges"
  >
    <rect width="${side}" height="${side}" fill="#fff" />
    <path d="${runs.join('')}" fill="#000" />
  </svg>`;
}
