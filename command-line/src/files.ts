// Files that go in.
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The form that carries a file. @throws NodeJS.ErrnoException when it cannot be read */
export function formOf(file: string): FormData {
  const form = new FormData();
  form.append('file', new Blob([readFileSync(file)]), path.basename(file));
  return form;
}
