// Packs folders as npm publishes them, without a network.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buildClient } from './build-client.ts';
import { buildCommandLine } from './build-command-line.ts';

export type Packed = {
  readonly file: string;
  /** The size of the package, and of its content. */
  readonly bytes: number;
  readonly unpackedBytes: number;
};

/** Each writes the files of a package to a folder. */
const BUILDERS = { client: buildClient, 'command-line': buildCommandLine } as const;
export type PackageName = keyof typeof BUILDERS;
const ALL = Object.keys(BUILDERS) as PackageName[];

/** @param folder for the packages, created if missing */
export async function pack(
  folder: string,
  names: readonly PackageName[] = ALL,
): Promise<readonly Packed[]> {
  mkdirSync(folder, { recursive: true });
  const built = mkdtempSync(path.join(tmpdir(), 'kvartplata-pack-'));
  try {
    for (const name of names) await BUILDERS[name](path.join(built, name));
    return packed(
      names.map((name) => path.join(built, name)),
      path.resolve(folder),
    );
  } finally {
    rmSync(built, { recursive: true, force: true });
  }
}

function packed(folders: readonly string[], destination: string): readonly Packed[] {
  const args = ['pack', '--json', '--offline', '--pack-destination', destination, ...folders];
  const told = JSON.parse(execFileSync('npm', args, { encoding: 'utf8' })) as readonly {
    readonly filename: string;
    readonly size: number;
    readonly unpackedSize: number;
  }[];
  return told.map(({ filename, size, unpackedSize }) => ({
    file: path.join(destination, filename),
    bytes: size,
    unpackedBytes: unpackedSize,
  }));
}
