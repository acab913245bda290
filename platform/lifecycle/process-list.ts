// Finds what runs under a process id now: ids are reused, so an id alone proves nothing.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';

/** The command line of a running process; undefined when there is none or it cannot be read. */
export function commandLineOf(pid: number): string | undefined {
  if (!Number.isSafeInteger(pid) || pid <= 0) return undefined;
  if (!existsSync('/proc/self/cmdline')) {
    const { status, stdout } = spawnSync('ps', ['-o', 'command=', '-p', String(pid)], {
      encoding: 'utf8',
    });
    return status === 0 ? stdout.trim() : undefined;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim() || undefined;
  } catch {
    return undefined;
  }
}
