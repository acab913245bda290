// A copy of the project for seeding bugs, beside the real one and with its packages.
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SeededBug } from './bugs.ts';

export type ScratchCopy = {
  readonly directory: string;
  /** Runs the work while the bug is in the copy. */
  readonly whileSpoiled: <T>(bug: SeededBug, work: () => T) => T;
  readonly remove: () => void;
};

const LEFT_OUT = ['node_modules', '.git', '.data', 'dist'];
/** The project's own packages, which are links among the installed ones. */
const OWN_SCOPE = '@kvartplata';

export function makeScratchCopy(root: string): ScratchCopy {
  const directory = mkdtempSync(path.join(tmpdir(), 'kvartplata-seeded-'));
  cpSync(root, directory, {
    recursive: true,
    filter: (source) => source === root || !LEFT_OUT.includes(path.basename(source)),
  });
  const [packages, links] = [path.join(root, 'node_modules'), path.join(directory, 'node_modules')];
  mkdirSync(links);
  for (const name of readdirSync(packages))
    if (name !== OWN_SCOPE) symlinkSync(path.join(packages, name), path.join(links, name));
  cpSync(path.join(packages, OWN_SCOPE), path.join(links, OWN_SCOPE), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return {
    directory,
    whileSpoiled: (bug, work) => {
      const file = path.join(directory, bug.file);
      const sound = readFileSync(file, 'utf8');
      writeFileSync(file, spoil(sound, bug));
      try {
        return work();
      } finally {
        writeFileSync(file, sound);
      }
    },
    remove: () => rmSync(directory, { recursive: true, force: true }),
  };
}

/** @throws Error when the line no longer exists, or exists more than once */
export function spoil(sound: string, { why, file, text, spoiled }: SeededBug): string {
  const parts = sound.split(text);
  if (parts.length !== 2)
    throw new Error(
      `${file} has ${parts.length - 1} places for the bug that ${why}: bugs.ts has to follow it`,
    );
  return parts.join(spoiled);
}
