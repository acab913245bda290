// A QR code as one path of a PDF page: a rectangle for each run of dark squares in a row.
import QRCode, { type QRCodeSegment } from 'qrcode';

/** Light squares that a reader needs around the code. */
const QUIET_SQUARES = 4;
/** A little more than a square: between rows that only touch, screens show a thin white line. */
const ROW_HEIGHT = 1.02;

/**
 * Operators that fill the code and its quiet zone into a square of the page.
 * @param top in the coordinates of the document, where y grows downwards
 */
export function qrPath(text: string, x: number, top: number, side: number): string {
  const { modules } = QRCode.create(segmentsOf(text), { errorCorrectionLevel: 'M' });
  const square = side / (modules.size + 2 * QUIET_SQUARES);
  const [left, first] = [x + QUIET_SQUARES * square, top + QUIET_SQUARES * square];
  const runs: string[] = [];
  for (let row = 0; row < modules.size; row += 1) {
    for (let from = 0; from < modules.size; from += 1) {
      let to = from;
      while (to < modules.size && modules.get(row, to)) to += 1;
      if (to > from) runs.push(`${from} ${row} ${to - from} ${ROW_HEIGHT} re`);
      from = to;
    }
  }
  const scale = square.toFixed(5);
  return `q 0 g ${scale} 0 0 ${scale} ${left.toFixed(3)} ${first.toFixed(3)} cm ${runs.join(' ')} f Q`;
}

/** Digits in a row take less room by themselves. Named here, they need not be searched for, which takes longest. */
function segmentsOf(text: string): QRCodeSegment[] {
  return text
    .split(/(\d{9,})/)
    .filter((piece) => piece !== '')
    .map((piece) =>
      /^\d{9,}$/.test(piece)
        ? { data: piece, mode: 'numeric' }
        : { data: new TextEncoder().encode(piece), mode: 'byte' },
    );
}
