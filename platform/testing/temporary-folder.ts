// A folder for everything that a test run writes and throws away: in memory where there is room, otherwise on disk.
import { chmodSync, existsSync, mkdtempSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** On Linux; containers have little of it by default. */
const IN_MEMORY = '/dev/shm';
/** Four test files running at once have been seen to use an eighth of it. */
const ROOM_BYTES = 4 * 1_073_741_824;

/** Writable by every user: PostgreSQL servers do not run as root. */
export function makeTemporaryFolder(prefix: string): string {
  // A clone of a database is hundreds of small files: creating them on a disk takes seven times the processor time.
  const directory = mkdtempSync(path.join(hasRoom(IN_MEMORY) ? IN_MEMORY : tmpdir(), prefix));
  chmodSync(directory, 0o1777);
  return directory;
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false;
  const { bavail, bsize } = statfsSync(folder);
  return Math.min(bavail * bsize, process.availableMemory()) >= ROOM_BYTES;
}
