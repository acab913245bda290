// Files that lie on disk while a request works with them: without a name, so that each goes with its process, whatever
// happens to that.
import { randomUUID } from 'node:crypto';
import { open, unlink, type FileHandle } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Refusal } from './refusal.ts';

/** @throws Refusal dependency-unavailable when the disk has no room */
export async function openNameless(): Promise<FileHandle> {
  const place = path.join(tmpdir(), `nameless-${randomUUID()}`);
  const handle = await open(place, 'wx+', 0o600).catch(refuseForRoom);
  await unlink(place);
  return handle;
}

/**
 * Writes all of the piece: a disk that is getting full takes a part of it, and says so only to whoever looks.
 * @throws Refusal dependency-unavailable when the disk has no room
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
