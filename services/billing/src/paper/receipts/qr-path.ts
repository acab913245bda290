// A QR code as one path of a PDF page: a rectangle for each run of dark modules in a row.
import { encodeQR } from 'qr';

/** The light border that a scanner needs around the code, in modules; every run of dark ones ends there at the latest. */
const QUIET_SQUARES = 4;
/** A little more than a module: between rows that only touch, screens show a thin white line. */
const ROW_HEIGHT = 1.02;

/**
 * Operators that fill the code and its quiet zone into a square of the page.
 * @param top in the document's coordinates, where y grows downwards
 */
export function qrPath(text: string, x: number, top: number, side: number): string {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', encoding: 'byte', border: QUIET_SQUARES });
  const square = side / rows.length;
  const runs: string[] = [];
  for (const [nth, row] of rows.entries()) {
    for (let from = row.indexOf(true); from !== -1; from = row.indexOf(true, from)) {
      const light = row.indexOf(false, from);
      runs.push(`${from} ${nth} ${light - from} ${ROW_HEIGHT} re`);
      from = light;
    }
  }
  const scale = square.toFixed(5);
  return `q 0 g ${scale} 0 0 ${scale} ${x.toFixed(3)} ${top.toFixed(3)} cm ${runs.join(' ')} f Q`;
}
