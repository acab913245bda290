// A QR code as an image within a page: a rectangle for each run of dark modules in a row.
import { encodeQR } from 'qr';
import { html, type Html } from './html.ts';

/** The light border that a scanner needs around the code, in modules; every run of dark ones ends there at the latest. */
const QUIET_SQUARES = 4;

/** @param label alternative text for people who cannot see it */
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
