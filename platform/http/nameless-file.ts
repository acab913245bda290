// Temporary files of a request: they have no name, so that the system deletes them when the process ends, however it ends.
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from './refusal.ts';

/** @throws Refusal dependency-unavailable when the disk is full */
export async function openNameless(): Promise<FileHandle> {
  const place = path.join(tmpdir(), `nameless-${randomUUID()}`);
  const handle = await open(place, 'wx+', 0o600).catch(refuseForRoom);
  await unlink(place);
  return handle;
}

/**
 * Writes all of the piece: on a nearly full disk a write may be partial, which only its return value shows.
 * @throws Refusal dependency-unavailable when the disk is full
 */
export async function writeWhole(
  handle: FileHandle,
  piece: Buffer,
  position: number,
): Promise<void> {
  for (let done = 0; done < piece.length;) {
    const { bytesWritten } = await handle
      .write(piece, done, piece.length - done, position + done)
      .catch(refuseForRoom);
    done += bytesWritten;
  }
}

function refuseForRoom(cause: unknown): never {
  throw new Refusal('dependency-unavailable', 'There is no room for the file now', { cause });
}
