// Where the services are and who is signed in: from the environment, or stored by the last sign-in.
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import path from 'node:path';
import { SERVICE_NAMES, type Urls } from './urls.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** What a sign-in stores. */
export type Kept = {
  readonly urls: Urls;
  /** A program's; a person has cookies. */
  readonly apiKey?: string | undefined;
  readonly username?: string | undefined;
  readonly cookies: readonly (readonly [
    string,
    { readonly value: string; readonly path: string },
  ])[];
};

export type Settings = {
  /** The address of the page, or those of the services, from the environment. */
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
  readonly file: string;
  /** Undefined when nobody has signed in. */
  readonly kept: () => Kept | undefined;
  /** Only the user can read it. */
  readonly keep: (kept: Kept) => void;
  readonly forget: () => void;
};

const ONLY_USER_FILE = 0o600;
const ONLY_USER_FOLDER = 0o700;

export function readSettings(environment: Environment): Settings {
  const configured = environment['XDG_CONFIG_HOME'] ?? '';
  const home = path.isAbsolute(configured) ? configured : path.join(homedir(), '.config');
  const folder = path.join(home, 'kvartplata');
  const file = path.join(folder, 'session.json');
  return {
    url: orUndefined(environment['KVARTPLATA_URL']),
    apiKey: orUndefined(environment['KVARTPLATA_API_KEY']),
    file,
    kept: () => read(file),
    keep: (kept) => {
      mkdirSync(folder, { recursive: true, mode: ONLY_USER_FOLDER });
      // Another run that reads at the same time sees the old file or the new one, never half of one.
      const unfinished = `${file}.${process.pid}`;
      writeFileSync(unfinished, `${JSON.stringify(kept, null, 2)}\n`, { mode: ONLY_USER_FILE });
      chmodSync(unfinished, ONLY_USER_FILE);
      renameSync(unfinished, file);
    },
    forget: () => rmSync(file, { force: true }),
  };
}

/** A file that is not ours counts as missing: the user is told to sign in. */
function read(file: string): Kept | undefined {
  try {
    const kept = JSON.parse(readFileSync(file, 'utf8')) as Kept;
    const isWhole = SERVICE_NAMES.every((name) => URL.canParse(kept.urls[name]));
    return isWhole && Array.isArray(kept.cookies) ? kept : undefined;
  } catch {
    return undefined;
  }
}

function orUndefined(text: string | undefined): string | undefined {
  return text === undefined || text.trim() === '' ? undefined : text.trim();
}
