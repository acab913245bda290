// Where the embedded server's programs and data are, and which user runs it. PostgreSQL refuses to run as root, and other users
// cannot enter a folder that is only root's: then the files are moved to a place that the server's user can reach.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

/** The user that the server process runs as; undefined: the current user. */
export type ServerUser = { readonly uid: number; readonly gid: number } | undefined;

export type ServerFiles = {
  readonly user: ServerUser;
  /** Contains initdb, pg_ctl and postgres. */
  readonly binDirectory: string;
  /** The PostgreSQL data directory; it may not exist yet. */
  readonly dataDirectory: string;
  readonly logFile: string;
};

const USERS_TO_TRY = ['postgres', 'nobody'];
const FALLBACK_ROOT = '/var/lib';

/**
 * Finds or creates the files of the server that belongs to `directory`.
 * @param directory where the caller wants the server's files
 * @param programs the folder of the server's programs, readable by every user; by default the npm package's
 * @throws when this platform has no server programs or no user can run them
 */
export function layServerFiles(directory: string, programs?: string): ServerFiles {
  mkdirSync(directory, { recursive: true });
  const user = serverUser(path.join(directory, 'postgres'));
  const home = reachableHome(directory, user);
  return {
    user,
    binDirectory: programs ?? reachableBinDirectory(home, user),
    dataDirectory: path.join(home, 'data'),
    logFile: path.join(home, 'server.log'),
  };
}

/** The owner of existing data; otherwise the first unprivileged user of this machine. */
function serverUser(home: string): ServerUser {
  if (process.getuid?.() !== 0) return undefined;
  if (existsSync(home)) {
    const { uid, gid } = statSync(home);
    if (uid !== 0) return { uid, gid };
  }
  for (const name of USERS_TO_TRY) {
    const found = spawnSync('id', ['-u', name], { encoding: 'utf8' });
    if (found.status !== 0) continue;
    const gid = execFileSync('id', ['-g', name], { encoding: 'utf8' });
    return { uid: Number(found.stdout), gid: Number(gid) };
  }
  throw new Error(
    `the embedded PostgreSQL does not run as root, and this machine has no user ${USERS_TO_TRY.join(' or ')}`,
  );
}

/** `<directory>/postgres`, or a link there to a place that the server's user can reach. */
function reachableHome(directory: string, user: ServerUser): string {
  const wanted = path.join(path.resolve(directory), 'postgres');
  const link = lstatSync(wanted, { throwIfNoEntry: false });
  if (link?.isSymbolicLink()) {
    const target = readlinkSync(wanted);
    makeOwn(target, user);
    return target;
  }
  makeOwn(wanted, user);
  if (user === undefined || canEnter(wanted, user)) return wanted;
  rmSync(wanted, { recursive: true });
  // A new name each time: if the link was deleted, its target is no longer this directory's data.
  const target = mkdtempSync(path.join(FALLBACK_ROOT, 'embedded-postgres-'));
  chmodSync(target, 0o755);
  makeOwn(target, user);
  symlinkSync(target, wanted);
  return target;
}

function reachableBinDirectory(home: string, user: ServerUser): string {
  const native = nativeDirectory();
  if (user === undefined || canEnter(path.join(native, 'bin'), user))
    return path.join(native, 'bin');
  const copy = path.join(home, `programs-${shortHash(native)}`);
  if (!existsSync(path.join(copy, 'complete'))) {
    rmSync(copy, { recursive: true, force: true });
    cpSync(native, copy, { recursive: true, verbatimSymlinks: true });
    mkdirSync(path.join(copy, 'complete'));
  }
  return path.join(copy, 'bin');
}

function nativeDirectory(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(fileURLToPath(import.meta.resolve(name))), '../native');
  } catch (error) {
    throw new Error(
      `no embedded PostgreSQL for ${process.platform} ${process.arch}: run npm ci without --omit=optional, or name your own servers in the environment`,
      { cause: error },
    );
  }
  if (existsSync(path.join(native, 'bin'))) return native;
  throw new Error(
    `the embedded PostgreSQL is incomplete: run npm ci again with install scripts allowed for ${name}`,
  );
}

function makeOwn(directory: string, user: ServerUser): void {
  mkdirSync(directory, { recursive: true, mode: 0o755 });
  if (user !== undefined) chownSync(directory, user.uid, user.gid);
}

function canEnter(directory: string, user: NonNullable<ServerUser>): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', directory], { ...user, cwd: '/' }).status === 0
  );
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}
