import assert from 'node:assert/strict';
import { test } from 'node:test';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { makeSmall, sizeOf } from './small-png.ts';

/** A PNG of RGB rows, each with the filter that its first byte names. */
function pngOf(width: number, rows: readonly (readonly number[])[], type = 2): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(rows.length, 4);
  header.set([8, type, 0, 0, 0], 8);
  const chunks = [
    ['IHDR', header],
    ['IDAT', deflateSync(Buffer.from(rows.flat()))],
    ['IEND', Buffer.alloc(0)],
  ] as const;
  const written = chunks.map(([name, data]) => {
    const body = Buffer.concat([Buffer.from(name), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  });
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...written]);
}

/** The colours of an indexed PNG without filters, row by row. */
function coloursOf(png: Buffer): readonly string[] {
  const { width, height } = sizeOf(png);
  const found = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    found.set(png.toString('latin1', at + 4, at + 8), png.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const palette = found.get('PLTE') ?? Buffer.alloc(0);
  const rows = inflateSync(found.get('IDAT') ?? Buffer.alloc(0));
  return Array.from({ length: width * height }, (_, at) => {
    const index = rows[at + Math.floor(at / width) + 1] ?? 0;
    return palette.toString('hex', index * 3, index * 3 + 3);
  });
}

const FILTERS = [
  { rows: [[0, 1, 2, 3, 4, 5, 6]], colours: ['010203', '040506'], why: 'none' },
  { rows: [[1, 1, 2, 3, 4, 5, 6]], colours: ['010203', '050709'], why: 'the pixel to the left' },
  {
    rows: [
      [0, 1, 2, 3, 4, 5, 6],
      [2, 1, 1, 1, 1, 1, 1],
    ],
    colours: ['010203', '040506', '020304', '050607'],
    why: 'the pixel above',
  },
  {
    rows: [
      [0, 2, 2, 2, 4, 4, 4],
      [3, 1, 1, 1, 1, 1, 1],
    ],
    colours: ['020202', '040404', '020202', '040404'],
    why: 'their mean, rounded down',
  },
  {
    rows: [
      [0, 10, 10, 10, 50, 50, 50],
      [4, 1, 1, 1, 1, 1, 1],
    ],
    // The second pixel: left 11, above 50, corner 10; 11 + 50 − 10 = 51 is nearest to what is above.
    colours: ['0a0a0a', '323232', '0b0b0b', '333333'],
    why: 'the nearest of three',
  },
];
for (const { rows, colours, why } of FILTERS) {
  test(`a picture of few colours keeps them, filtered by ${why}`, () => {
    assert.deepEqual(coloursOf(makeSmall(pngOf(2, rows))), colours);
  });
}

test('transparency is dropped', () => {
  assert.deepEqual(coloursOf(makeSmall(pngOf(1, [[0, 7, 8, 9, 255]], 6))), ['070809']);
});

test('many colours are reduced to 256, and each pixel stays near its own', () => {
  const width = 1000;
  const row = [0, ...Array.from({ length: width }, (_, x) => [x % 250, (x * 7) % 256, 128]).flat()];
  const small = makeSmall(pngOf(width, [row]));
  const colours = coloursOf(small);
  assert.ok(new Set(colours).size <= 256);
  for (const [x, colour] of colours.entries()) {
    const [red = 0, green = 0, blue] = Buffer.from(colour, 'hex');
    assert.ok(Math.hypot(red - (x % 250), green - ((x * 7) % 256)) < 24, `${x}: ${colour}`);
    assert.equal(blue, 128);
  }
});

test('another kind of picture is refused', () => {
  assert.throws(() => makeSmall(pngOf(1, [[0, 1]], 0)), /RGB or RGBA/);
});
