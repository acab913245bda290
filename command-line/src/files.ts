// Files to upload.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** A form with the file. @throws NodeJS.ErrnoException when it cannot be read */
export function formOf(file: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([read(file)]), path.basename(file));
  return form;
}

/** Reading something that opens but cannot be read, such as a folder, gives an error without the path. */
function read(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}
