// Stores a file in pieces as it is drawn, so that it is never in memory as a whole.
import type { JobError } from '@kvartplata/contracts/job-errors.ts';

const PIECE_BYTES = 1_000_000;
const MOST_BYTES = 1_000_000_000;

/** Where files of a kind are stored. */
export type KeptFiles = {
  /** The table of the jobs that make them. */
  readonly table: string;
  /** The table of their bytes. */
  readonly pieces: string;
  /** Its column with the job's id. */
  readonly fileColumn: string;
};

class FileTooLargeError extends Error {
  override readonly name = 'FileTooLargeError';
}

/** The job error for a file that became too large. */
export function explainTooLarge(thrown: unknown): JobError | undefined {
  return thrown instanceof FileTooLargeError ? { code: 'file-too-large', facts: {} } : undefined;
}

/**
 * @param mostBytes the largest size of the file
 * @param keep called for each piece in turn, numbered from 1
 * @returns the number of bytes
 * @throws FileTooLargeError
 */
export async function keepInPieces(
  content: AsyncIterable<Uint8Array>,
  mostBytes: number | undefined,
  keep: (number: number, piece: Buffer) => Promise<void>,
): Promise<number> {
  let [number, bytes, gathered] = [0, 0, 0];
  let chunks: Uint8Array[] = [];
  const write = async (): Promise<void> => {
    const piece = Buffer.concat(chunks);
    [chunks, gathered] = [[], 0];
    number += 1;
    bytes += piece.length;
    if (bytes > (mostBytes ?? MOST_BYTES)) throw new FileTooLargeError(`${bytes} bytes and more`);
    await keep(number, piece);
  };
  for await (const chunk of content) {
    chunks.push(chunk);
    gathered += chunk.length;
    if (gathered >= PIECE_BYTES) await write();
  }
  if (gathered > 0) await write();
  return bytes;
}

/**
 * The stored file, piece by piece.
 * @param find a piece by its number
 * @throws Error when the file is removed during the download, which breaks off the response
 */
export async function* piecesInTurn(
  bytes: number,
  find: (number: number) => Promise<Uint8Array | undefined>,
): AsyncGenerator<Uint8Array> {
  let [number, left] = [1, bytes];
  while (left > 0) {
    const piece = await find(number);
    if (piece === undefined) throw new Error(`piece ${number} of a file is no longer kept`);
    yield piece;
    [number, left] = [number + 1, left - piece.length];
  }
}
