// A PNG with one bit per pixel, as a reader of QR codes sees it.
import assert from 'node:assert/strict';
import { crc32, inflateSync } from 'node:zlib';
import { decodeQR } from 'qr/decode.js';

const SIGNATURE = '89504e470d0a1a0a';
/** One bit per pixel, greyscale, no interlacing. */
const FORM = '0100000000';
const BYTES_AROUND = 12;
/** Enough for a busy machine: by default the reader gives up quickly, as between a camera's frames. */
const PATIENCE_MS = 60_000;

/** The content of its QR code. */
export function codeOfPng(png: Buffer): string {
  const { width, height, isDark } = readPng(png);
  const data = Uint8Array.from({ length: width * height }, (_, at) =>
    isDark(at % width, Math.floor(at / width)) ? 0 : 255,
  );
  // In this format the reader takes the first plane, which is grey.
  return decodeQR({ data, width, height }, { format: 'I420', timeLimit: PATIENCE_MS });
}

export type Picture = {
  readonly width: number;
  readonly height: number;
  readonly isDark: (x: number, y: number) => boolean;
};

/** Fails unless every chunk has its checksum and the picture is complete. */
export function readPng(png: Buffer): Picture {
  assert.equal(png.toString('hex', 0, 8), SIGNATURE);
  const chunks = new Map<string, Buffer>();
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const named = png.subarray(at + 4, at + 8 + length);
    assert.equal(png.readUInt32BE(at + 8 + length), crc32(named));
    chunks.set(named.toString('latin1', 0, 4), named.subarray(4));
    at += length + BYTES_AROUND;
  }
  assert.deepEqual([...chunks.keys()], ['IHDR', 'IDAT', 'IEND']);
  const [head, body] = [chunks.get('IHDR')!, chunks.get('IDAT')!];
  const [width, height] = [head.readUInt32BE(0), head.readUInt32BE(4)];
  assert.equal(head.toString('hex', 8), FORM);
  const lines = inflateSync(body);
  const lineBytes = 1 + Math.ceil(width / 8);
  assert.equal(lines.length, height * lineBytes);
  return {
    width,
    height,
    isDark: (x, y) => (lines[y * lineBytes + 1 + (x >> 3)]! & (0x80 >> (x & 7))) === 0,
  };
}
