// Files to upload.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Words } from '@kvartplata/domain/text/words.ts';

const FAILURES: Readonly<Record<string, Words>> = {
  ENOENT: { ru: 'нет такого файла или папки', en: 'no such file or folder' },
  EISDIR: { ru: 'это папка, а нужен файл', en: 'a folder, not a file' },
  EACCES: { ru: 'нет прав на этот файл', en: 'no permission for this file' },
  ENOSPC: { ru: 'на диске нет места', en: 'the disk is full' },
};

/** Why a file could not be read or written, with the system's code for those who search for it. */
export function fileFailureWords(code = ''): Words {
  const known = FAILURES[code];
  return known === undefined
    ? { ru: code, en: code }
    : { ru: `${known.ru} (${code})`, en: `${known.en} (${code})` };
}

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
