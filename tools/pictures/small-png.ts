// Makes a screenshot small: a page has few colours, so one byte per pixel with a palette of 256 colours loses almost nothing.
import { crc32, deflateSync, inflateSync } from 'node:zlib';

type Pixels = {
  readonly width: number;
  readonly height: number;
  /** 0xRRGGBB, row by row. */
  readonly colours: Uint32Array;
};

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');
const PALETTE_SIZE = 256;
/** The colour types that browsers and pdftoppm write, and their bytes per pixel. */
const BYTES_A_PIXEL: Readonly<Record<number, number>> = { 2: 3, 6: 4 };
const INDEXED = 3;

/**
 * @param png of 8 bits per channel, RGB or RGBA, not interlaced; transparency is dropped
 * @throws for any other format
 */
export function makeSmall(png: Buffer): Buffer {
  const { width, height, colours } = readPixels(png);
  const palette = choosePalette(colours);
  const indexOf = nearestIn(palette);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1)
      rows[y * (width + 1) + 1 + x] = indexOf(colours[y * width + x] ?? 0);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, INDEXED, 0, 0, 0], 8);
  const table = Buffer.from(palette.flatMap((rgb) => [rgb >> 16, (rgb >> 8) & 255, rgb & 255]));
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', table),
    chunk('IDAT', deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

export function sizeOf(png: Buffer): { readonly width: number; readonly height: number } {
  return { width: png.readUInt32BE(16), height: png.readUInt32BE(20) };
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

function readPixels(png: Buffer): Pixels {
  const { width, height } = sizeOf(png);
  const [depth, type = 0, , , interlace] = png.subarray(24, 29);
  const bytes = BYTES_A_PIXEL[type];
  if (
    !png.subarray(0, 8).equals(SIGNATURE) ||
    depth !== 8 ||
    interlace !== 0 ||
    bytes === undefined
  )
    throw new Error('only a PNG of 8 bits a channel, RGB or RGBA, can be made small');
  const rows = unfilter(inflateSync(Buffer.concat(dataOf(png))), width * bytes, height, bytes);
  const colours = new Uint32Array(width * height);
  for (let at = 0; at < colours.length; at += 1) colours[at] = rows.readUIntBE(at * bytes, 3);
  return { width, height, colours };
}

function dataOf(png: Buffer): readonly Buffer[] {
  const found: Buffer[] = [];
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    if (png.toString('latin1', at + 4, at + 8) === 'IDAT')
      found.push(png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  return found;
}

/** Every row begins with the number of its filter, PNG specification 9.2. */
function unfilter(filtered: Buffer, stride: number, height: number, bytes: number): Buffer {
  const rows = Buffer.alloc(stride * height);
  for (let y = 0; y < height; y += 1) {
    const filter = filtered[y * (stride + 1)] ?? 0;
    for (let x = 0; x < stride; x += 1) {
      const at = y * stride + x;
      const left = x < bytes ? 0 : (rows[at - bytes] ?? 0);
      const up = y === 0 ? 0 : (rows[at - stride] ?? 0);
      const corner = x < bytes || y === 0 ? 0 : (rows[at - stride - bytes] ?? 0);
      rows[at] = (filtered[at + y + 1] ?? 0) + guess(filter, left, up, corner);
    }
  }
  return rows;
}

function guess(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  if (filter === 3) return (left + up) >> 1;
  if (filter !== 4) return 0;
  const [toLeft, toUp, toCorner] = [
    Math.abs(up - corner),
    Math.abs(left - corner),
    Math.abs(left + up - 2 * corner),
  ];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

/** The most frequent colours that are not too close to each other; the minimum distance grows until they are few enough. */
function choosePalette(colours: Uint32Array): readonly number[] {
  const counts = new Map<number, number>();
  for (const rgb of colours) counts.set(rgb, (counts.get(rgb) ?? 0) + 1);
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([rgb]) => rgb);
  for (let apart = 0; ; apart += 2) {
    const palette: number[] = [];
    for (const rgb of byCount) {
      if (palette.length > PALETTE_SIZE) break;
      if (palette.every((chosen) => distance(chosen, rgb) > apart * apart)) palette.push(rgb);
    }
    if (palette.length <= PALETTE_SIZE) return palette;
  }
}

function nearestIn(palette: readonly number[]): (rgb: number) => number {
  const known = new Map(palette.map((rgb, index) => [rgb, index]));
  return (rgb) => {
    const found = known.get(rgb);
    if (found !== undefined) return found;
    const distances = palette.map((chosen) => distance(chosen, rgb));
    const nearest = distances.indexOf(Math.min(...distances));
    known.set(rgb, nearest);
    return nearest;
  };
}

function distance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}
