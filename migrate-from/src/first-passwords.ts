// The file of first passwords, for users whose former password auth cannot check. A password is written to the file before its
// user is stored in the database, and a password already in the file is reused, so a copy may be stopped anywhere.
import { randomBytes } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { CopyRefusal } from './refusal.ts';

export type FirstPasswords = {
  /** The user's first password, which is in the file when this returns. */
  readonly of: (user: { readonly id: number; readonly username: string }) => string;
};

/** 20 characters, too many to guess. */
const PASSWORD_BYTES = 15;
const LINE = /^(\d+),[^,]*,([^,\s]+)$/;

/**
 * @param file created if it does not exist, readable by its owner alone
 * @throws CopyRefusal when it contains anything other than lines written by this program
 */
export function openFirstPasswords(file: string): FirstPasswords {
  const known = existsSync(file) ? readKnown(file) : new Map<number, string>();
  return {
    of: ({ id, username }) => {
      const given = known.get(id);
      if (given !== undefined) return given;
      const password = randomBytes(PASSWORD_BYTES).toString('base64url');
      append(file, `${id},${username},${password}\n`);
      known.set(id, password);
      return password;
    },
  };
}

function readKnown(file: string): Map<number, string> {
  const lines = readFileSync(file, 'utf8').split('\n');
  if (lines.pop() !== '')
    throw new CopyRefusal(`The last line of ${file} is cut off: take it away, and run this again.`);
  const known = new Map<number, string>();
  for (const line of lines) {
    const [, id, password] = LINE.exec(line) ?? [];
    if (id === undefined || password === undefined)
      throw new CopyRefusal(`${file} is no file of first passwords: name another one.`);
    known.set(Number(id), password);
  }
  return known;
}

function append(file: string, text: string): void {
  const handle = openSync(file, 'a', 0o600);
  try {
    writeSync(handle, text);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
