// Makes a folder, with those above it that are missing.
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';

/**
 * One by one, because Node's recursive `mkdir` never returns where a folder that exists takes no others, such as `/proc`.
 * @throws an Error that names the folder
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let each = folder; !existsSync(each); each = path.dirname(each)) missing.unshift(each);
  try {
    for (const each of missing) mkdirSync(each, { mode });
  } catch (error) {
    throw new Error(`${folder} cannot be made: ${(error as Error).message}`, { cause: error });
  }
}
