// Gives a folder its final name when all its files are on disk: after a power cut it exists completely, or not at all.
import { closeSync, fsyncSync, openSync, readdirSync, renameSync } from 'node:fs';
import path from 'node:path';

/**
 * @param unfinished its files have been flushed
 * @param folder its final name, also after a power cut
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

/** A file on disk is lost all the same if its name in the folder was not flushed. */
function flushNames(folder: string): void {
  // Windows does it by itself, and does not open folders.
  if (process.platform === 'win32') return;
  const handle = openSync(folder, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
