// The folder that holds what a started platform keeps: the embedded database, its secrets and the logs.
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';

export type Secrets = { readonly jwtSecret: string; readonly databasePassword: string };

/** Made at the first start and the same ever after: tokens and the database outlive a restart. */
export function readSecrets(directory: string): Secrets {
  const file = path.join(directory, 'secrets.json');
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as Secrets;
  mkdirSync(directory, { recursive: true });
  const secrets: Secrets = {
    jwtSecret: randomBytes(32).toString('base64'),
    databasePassword: randomBytes(18).toString('base64url'),
  };
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600 });
  return secrets;
}

/**
 * Keeps two platforms off one folder.
 * @returns gives the folder back
 * @throws when a living platform holds it
 */
export function holdDirectory(directory: string): () => void {
  const file = path.join(directory, 'start.pid');
  mkdirSync(directory, { recursive: true });
  const holder = existsSync(file) ? Number(readFileSync(file, 'utf8')) : undefined;
  if (holder !== undefined && holder !== process.pid && isPlatform(holder)) {
    throw new Error(
      `the platform is already running on ${directory} (process ${holder}); stop it, or set another DATA_DIR`,
    );
  }
  writeFileSync(file, String(process.pid));
  return () => rmSync(file, { force: true });
}

/** A process number may have gone to another program since: only a start or a demo of ours counts. */
function isPlatform(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  const commandLine = `/proc/${pid}/cmdline`;
  return (
    !existsSync(commandLine) || /tools\/(start|demo)\.ts/.test(readFileSync(commandLine, 'utf8'))
  );
}
