// A PDF as programs that have nothing to do with ours see it: the text of each page by pdftotext, the QR code of its
// picture by jsQR.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import jsqr from 'jsqr';

/** The text of each page, in the order in which it is read; a space that does not break is a space. */
export function textOfPages(pdf: Buffer): readonly string[] {
  return run('pdftotext', ['-layout', '-', '-'], pdf)
    .toString()
    .replaceAll('\u00a0', ' ')
    .split('\f')
    .slice(0, -1);
}

/** What the QR code of each page says; undefined for a page without one. */
export function codesOfPages(pdf: Buffer): readonly (string | undefined)[] {
  return picturesOf(run('pdftoppm', ['-gray', '-r', '150', '-'], pdf)).map(
    ({ pixels, width, height }) =>
      jsqr.default(pixels, width, height, { inversionAttempts: 'dontInvert' })?.data,
  );
}

type Picture = {
  readonly pixels: Uint8ClampedArray;
  readonly width: number;
  readonly height: number;
};

/** Pictures in the format PGM, one behind the other: a head of four words, then a byte a pixel. */
function picturesOf(bytes: Buffer): readonly Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 40));
    assert.ok(head, 'pdftoppm has written something else than pictures');
    const [whole, width, height] = [head[0], Number(head[1]), Number(head[2])];
    const gray = bytes.subarray(at + whole.length, at + whole.length + width * height);
    const pixels = new Uint8ClampedArray(gray.length * 4);
    for (const [index, shade] of gray.entries())
      pixels.fill(shade, index * 4, index * 4 + 3).fill(255, index * 4 + 3, index * 4 + 4);
    pictures.push({ pixels, width, height });
    at += whole.length + gray.length;
  }
  return pictures;
}

function run(program: string, args: readonly string[], input: Buffer): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 1 << 30 });
  assert.equal(status, 0, `${program}: ${stderr.toString()}`);
  return stdout;
}
