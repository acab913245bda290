// A folder for all that a run of tests writes and throws away: in memory where there is room, on the disk elsewhere.
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Of Linux; a container has little of it unless it is told otherwise. */
const IN_MEMORY = '/dev/shm';
/** Four files of tests at once have been seen to hold an eighth of it. */
const ROOM_BYTES = 4 * 1_073_741_824;

/** Every user may write in it: a server of PostgreSQL does not run as root. */
export function makeTemporaryFolder(prefix: string): string {
  // A clone of a database is hundreds of small files: made on a disk, they cost seven times the processor's time.
  const directory = mkdtempSync(path.join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix));
  chmodSync(directory, 0o1777);
  return directory;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
