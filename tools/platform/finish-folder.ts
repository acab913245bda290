// Gives a folder its name once all that is in it is on disk: after a power cut it is there whole, or not at all.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/**
 * @param unfinished its files have been flushed
 * @param folder what it is called from now on, also after a power cut
 */
export function finishFolder(unfinished: string, folder: string): void {
  for (const { name, parentPath } of readdirSync(unfinished, { withFileTypes: true }).filter(
    (entry) => entry.isDirectory(),
  ))
    flushNames(path.join(parentPath, name));
  flushNames(unfinished);
  renameSync(unfinished, folder);
  flushNames(path.dirname(folder));
}

/** A file that is on disk is lost all the same while its folder does not name it there. */
function flushNames(folder: string): void {
  // Windows does it by itself, and opens no folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
