// A QR code as a PNG with one bit per pixel.
import { crc32, deflateSync } from 'node:zlib';
import { encodeQR } from 'qr';

/** Light squares that a reader needs around the code. */
const QUIET_SQUARES = 4;
const SQUARE_PIXELS = 4;
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
/** One bit per pixel, greyscale, no interlacing. */
const FORM = Buffer.from([1, 0, 0, 0, 0]);
const NO_FILTER = 0;

export function qrPng(text: string): Buffer {
  const rows = encodeQR(text, 'raw', {
    ecc: 'medium',
    border: QUIET_SQUARES,
    scale: SQUARE_PIXELS,
  });
  const size = Buffer.alloc(8);
  size.writeUInt32BE(rows[0]?.length ?? 0);
  size.writeUInt32BE(rows.length, 4);
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', Buffer.concat([size, FORM])),
    chunk('IDAT', deflateSync(Buffer.concat(rows.map(lineOf)))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The filter and the pixels, eight per byte from the highest bit on; a light one is 1. */
function lineOf(row: readonly boolean[]): Buffer {
  const line = Buffer.alloc(1 + Math.ceil(row.length / 8), NO_FILTER);
  for (const [x, isDark] of row.entries()) if (!isDark) line[1 + (x >> 3)]! |= 0x80 >> (x & 7);
  return line;
}

function chunk(kind: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(kind), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
