// A small disk of a test's own that it may fill, where this process may mount one.
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type SmallDisk = {
  /** That every user may enter; on the large disk where none could be mounted. */
  readonly directory: string;
  /** Why what needs it is skipped; false when it is not. */
  readonly missing: string | false;
  /** Leaves so many bytes. */
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
