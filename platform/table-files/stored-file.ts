// Reads a file on disk by its file descriptor, which is valid in the whole process: threads cannot share handles.
import { readSync } from 'node:fs';

export const CHUNK_BYTES = 65_536;

/** So many bytes from the position on, or fewer at the end of the file. */
export function bytesAt(fd: number, position: number, length: number): Buffer {
  const buffer = Buffer.alloc(length);
  return buffer.subarray(0, readSync(fd, buffer, 0, length, position));
}

export function* chunksOf(fd: number): Generator<Buffer> {
  for (let position = 0; ;) {
    const chunk = bytesAt(fd, position, CHUNK_BYTES);
    if (chunk.length === 0) return;
    yield chunk;
    position += chunk.length;
  }
}
