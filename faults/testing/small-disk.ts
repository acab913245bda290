// A small disk that a test may fill, where this process may mount one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  /** Accessible to every user; on the main disk where none could be mounted. */
  readonly directory: string;
  /** Why tests that need it are skipped; false when they are not. */
  readonly missing: string | false;
  /** Leaves so many bytes free. */
  readonly fill: (leftBytes?: number) => void;
  readonly makeRoom: () => void;
  readonly unmount: () => void;
};

/** @param size as `mount` takes it, such as `400m` */
export function mountSmallDisk(size: string): SmallDisk {
  const place = mkdtempSync(path.join(tmpdir(), 'kvartplata-disk-'));
  chmodSync(place, 0o755);
  const directory = path.join(place, 'disk');
  mkdirSync(directory);
  const args = ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'none', directory];
  const isMounted = spawnSync('mount', args).status === 0;
  const filler = path.join(directory, 'filler');
  return {
    directory,
    missing: !isMounted && 'no disk can be mounted here: only root of a machine may',
    fill: (leftBytes = 0) => {
      spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=1M']);
      truncateSync(filler, statSync(filler).size - leftBytes);
    },
    makeRoom: () => rmSync(filler),
    unmount: () => {
      if (isMounted) spawnSync('umount', [directory]);
      rmSync(place, { recursive: true, force: true });
    },
  };
}
