// Reads a PDF with independent programs: the text of each page with pdftotext, its QR code from the image that pdftoppm renders.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTemporaryFolder } from '@kvartplata/platform/testing/temporary-folder.ts';
import { decodeQR } from 'qr/decode.js';
import { codePlaces } from '../paper/receipts/draw-sections.ts';

/** The text of each page in reading order; non-breaking spaces become spaces. */
export function textOfPages(pdf: Buffer): readonly string[] {
  return run('pdftotext', ['-layout', '-', '-'], pdf)
    .toString()
    .replaceAll('\u00a0', ' ')
    .split('\f')
    .slice(0, -1);
}

type Word = {
  readonly text: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
};

const WORD =
  /<word xMin="([\d.-]+)" yMin="([\d.-]+)" xMax="([\d.-]+)" yMax="([\d.-]+)">(.*)<\/word>/g;

/** The words of each page that overlap another one, or extend beyond the paper's margins. */
export function misplacedWords(pdf: Buffer): readonly string[] {
  const pages = run('pdftotext', ['-bbox', '-', '-'], pdf).toString().split('</page>').slice(0, -1);
  return pages.flatMap((page) => {
    const words = [...page.matchAll(WORD)].map(([, ...found]): Word => {
      const [left = 0, top = 0, right = 0, bottom = 0] = found.slice(0, 4).map(Number);
      return { left, top, right, bottom, text: found[4] ?? '' };
    });
    return words.flatMap((word, nth) => {
      const { text, left, right, bottom } = word;
      if (left < 20 || right > 575 || bottom > 838) return [text];
      return words
        .slice(nth + 1)
        .flatMap((other) => (isOn(word, other) ? [`${text} ${other.text}`] : []));
    });
  });
}

/** Close lines touch: only an overlap of more than a third of a line's height counts. */
function isOn(one: Word, other: Word): boolean {
  const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
  const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
  return across > 1 && down > Math.min(one.bottom - one.top, other.bottom - other.top) / 3;
}

/** The text of the QR code in the upper half of each page, the payment code; undefined for a page without one. */
export function codesOfPages(pdf: Buffer): readonly (string | undefined)[] {
  return picturesOf(run('pdftoppm', ['-gray', '-r', '150', '-'], pdf)).map((page) =>
    codeOf(halfOf(page, 'upper')),
  );
}

/** The same for the lower half, the code of the link. */
export function linkCodesOfPages(pdf: Buffer): readonly (string | undefined)[] {
  return picturesOf(run('pdftoppm', ['-gray', '-r', '200', '-'], pdf)).map((page) =>
    codeOf(halfOf(page, 'lower')),
  );
}

/** The texts of the codes of so many payees, which are on the first page, from top to bottom. */
export function codesOfPayees(pdf: Buffer, count: number): readonly string[] {
  const found = codePlaces(count)
    .values()
    .map((places) => codesInColumns(pdf, places));
  return found.find((codes) => codes.length === count) ?? [];
}

function codesInColumns(
  pdf: Buffer,
  { edges, side }: { readonly edges: readonly number[]; readonly side: number },
): readonly string[] {
  const [page] = picturesOf(run('pdftoppm', ['-gray', '-r', '216', '-l', '1', '-'], pdf));
  assert.ok(page);
  const found = new Set<string>();
  for (let top = 0; top + side < page.height / DOTS; top += 12)
    for (const edge of edges) {
      const code = codeOf(partOf(page, { x: edge - 6, y: top, side: side + 16 }));
      if (code !== undefined) found.add(code);
    }
  return [...found];
}

/** Pixels per point of the page, at 216 dpi. */
const DOTS = 3;

function partOf(
  { data, width, height }: Picture,
  { x, y, side }: { readonly x: number; readonly y: number; readonly side: number },
): Picture {
  const [left, across] = [Math.round(x * DOTS), Math.round(side * DOTS)];
  const top = Math.round(y * DOTS);
  const down = Math.min(across, height - top);
  const part = new Uint8Array(across * down);
  for (let row = 0; row < down; row += 1) {
    const from = (top + row) * width + left;
    part.set(data.subarray(from, from + across), row * across);
  }
  return { data: part, width: across, height: down };
}

function halfOf({ data, width, height }: Picture, which: 'upper' | 'lower'): Picture {
  const half = Math.floor(height / 2);
  const from = which === 'upper' ? 0 : half * width;
  return { data: data.subarray(from, from + half * width), width, height: half };
}

/** The only file attached to the document; undefined when there is none. */
export function fileIn(pdf: Buffer): Buffer | undefined {
  const folder = makeTemporaryFolder('kvartplata-pdf-');
  try {
    const [whole, taken] = [path.join(folder, 'whole.pdf'), path.join(folder, 'taken')];
    writeFileSync(whole, pdf);
    if (run('pdfdetach', ['-list', whole]).toString().startsWith('0 ')) return undefined;
    run('pdfdetach', ['-save', '1', '-o', taken, whole]);
    return readFileSync(taken);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Long enough for a busy machine: by default the decoder gives up as it would between a camera's frames. */
const PATIENCE_MS = 60_000;

function codeOf({ data, width, height }: Picture): string | undefined {
  try {
    // Of this format the decoder reads only the first plane, which is grey.
    return decodeQR({ data, width, height }, { format: 'I420', timeLimit: PATIENCE_MS });
  } catch {
    return undefined;
  }
}

/** One byte per pixel. */
type Picture = {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
};

/** Concatenated images in the format PGM: a header of four words, then one byte per pixel. */
function picturesOf(bytes: Buffer): readonly Picture[] {
  const pictures: Picture[] = [];
  for (let at = 0; at < bytes.length;) {
    const head = /^P5\s+(\d+)\s+(\d+)\s+255\s/.exec(bytes.toString('latin1', at, at + 40));
    assert.ok(head, 'pdftoppm has written something else than pictures');
    const [whole, width, height] = [head[0], Number(head[1]), Number(head[2])];
    const data = bytes.subarray(at + whole.length, at + whole.length + width * height);
    pictures.push({ data, width, height });
    at += whole.length + data.length;
  }
  return pictures;
}

function run(program: string, args: readonly string[], input: Buffer = Buffer.alloc(0)): Buffer {
  const { status, stdout, stderr } = spawnSync(program, args, { input, maxBuffer: 1 << 30 });
  assert.equal(status, 0, `${program}: ${stderr.toString()}`);
  return stdout;
}
