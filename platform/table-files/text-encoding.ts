// Detects the encoding of a text file, and reads its text as a stream.
import { bytesAt, chunksOf } from './stored-file.ts';
import { brokenFile } from './table-file.ts';

export type TextEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1251' | 'ibm866';

const UTF_8_MARK = 'efbbbf';

/**
 * UTF-16 by its byte order mark, UTF-8 if it is valid, otherwise the Russian encoding by the frequency of letters.
 * @throws Refusal malformed-file
 */
export function encodingOf(fd: number): TextEncoding {
  const mark = bytesAt(fd, 0, 3).toString('hex');
  if (mark.startsWith('fffe')) return 'utf-16le';
  if (mark.startsWith('feff')) return 'utf-16be';
  if (isUtf8(fd)) return 'utf-8';
  if (mark === UTF_8_MARK) throw brokenFile('The file is not whole: it breaks off its UTF-8');
  return russianEncodingOf(fd);
}

export function* textsOf(fd: number, encoding: TextEncoding): Generator<string> {
  const decoder = new TextDecoder(encoding);
  for (const chunk of chunksOf(fd)) yield decoder.decode(chunk, { stream: true });
  yield decoder.decode();
}

function isUtf8(fd: number): boolean {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for (const chunk of chunksOf(fd)) decoder.decode(chunk, { stream: true });
    decoder.decode();
    return true;
  } catch (error) {
    if (error instanceof TypeError) return false;
    throw error;
  }
}

/** After this many letters the result is certain. */
const TOLD_BY = 10_000;

function russianEncodingOf(fd: number): TextEncoding {
  let [ibm866, windows1251] = [0, 0];
  for (const chunk of chunksOf(fd)) {
    for (const byte of chunk) {
      if (isLetterOfIbm866(byte)) ibm866 += 1;
      else if (isLetterOfWindows1251(byte)) windows1251 += 1;
    }
    if (ibm866 + windows1251 > TOLD_BY) break;
  }
  return ibm866 > windows1251 ? 'ibm866' : 'windows-1251';
}

/** А–П, б–ж, к and п; in Russian texts of windows-1251 these bytes are very rare. */
function isLetterOfIbm866(byte: number): boolean {
  return (
    (byte >= 0x80 && byte <= 0x8f) ||
    (byte >= 0xa1 && byte <= 0xa6) ||
    byte === 0xaa ||
    byte === 0xaf
  );
}

/** А–Я and р–я; these bytes are no letters in IBM 866. */
function isLetterOfWindows1251(byte: number): boolean {
  return (byte >= 0xc0 && byte <= 0xdf) || byte >= 0xf0;
}
