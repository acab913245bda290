// Files that go in.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The form that carries a file. @throws NodeJS.ErrnoException when it cannot be read */
export function formOf(file: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([read(file)]), path.basename(file));
  return form;
}

/** The system does not name what it has opened and cannot read, as a folder. */
function read(file: string): Buffer<ArrayBuffer> {
  try {
    return readFileSync(file);
  } catch (error) {
    throw Object.assign(error as NodeJS.ErrnoException, { path: file });
  }
}
