// The folder for what a started platform keeps: the embedded database, its secrets and the logs.
import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { commandLineOf } from '@kvartplata/platform/lifecycle/process-list.ts';
import { say } from '../speech/speech.ts';
import { makeFolder } from './make-folder.ts';
import { ROOT } from './service-environment.ts';

export type Secrets = { readonly jwtSecret: string; readonly databasePassword: string };

/** `DATA_DIR`, or `.data` beside the project's files. */
export function dataDirectoryOf(environment: NodeJS.ProcessEnv): string {
  return path.resolve(ROOT, environment['DATA_DIR'] || '.data');
}

/** Created at the first start and unchanged afterwards: tokens and the database survive a restart. */
export function readSecrets(directory: string): Secrets {
  const file = path.join(directory, 'secrets.json');
  if (existsSync(file)) return readWhole(file);
  makeFolder(directory);
  const secrets: Secrets = {
    jwtSecret: randomBytes(32).toString('base64'),
    databasePassword: randomBytes(18).toString('base64url'),
  };
  // A full disk leaves no incomplete file behind, which would break the next start.
  const unfinished = `${file}.unfinished`;
  writeFileSync(unfinished, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true });
  renameSync(unfinished, file);
  return secrets;
}

function readWhole(file: string): Secrets {
  try {
    const { jwtSecret, databasePassword } = JSON.parse(readFileSync(file, 'utf8')) as Secrets;
    if (!jwtSecret || !databasePassword) throw new Error('a secret is missing');
    return { jwtSecret, databasePassword };
  } catch (error) {
    throw new Error(
      `${file} does not hold the secrets of this folder: ${(error as Error).message}; put it back from a copy`,
      { cause: error },
    );
  }
}

/**
 * Prevents two platforms from using one folder.
 * @returns releases the folder
 * @throws when a running platform holds it
 */
export function holdDirectory(directory: string): () => void {
  const file = path.join(directory, 'start.pid');
  makeFolder(directory);
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
  if (isPlatform(holder)) {
    throw new Error(
      say(
        `платформа уже работает в ${directory} (процесс ${holder}); остановите её или задайте другой DATA_DIR`,
        `the platform is already running on ${directory} (process ${holder}); stop it, or set another DATA_DIR`,
      ),
    );
  }
  if (existsSync(file)) rmSync(file);
  // Of two concurrent starts only one creates the file.
  writeFileSync(file, String(process.pid), { flag: 'wx' });
  return () => rmSync(file, { force: true });
}

/** The process id may have been reused: only one of our programs counts. */
function isPlatform(pid: number): boolean {
  return (
    pid !== process.pid &&
    /(?:tools\/(?:start|dev|demo|pictures|verify-ledger|verify-references|backup|restore|archive)|migrate-from\/src\/main)\.ts/.test(
      commandLineOf(pid) ?? '',
    )
  );
}
