// Reads the manifest of a folder that a tool wrote: of a backup, or of an archive.
import { readFileSync } from 'node:fs';
import path from 'node:path';

export const MANIFEST = 'manifest.json';

type Kind<Manifest> = {
  readonly name: 'archive' | 'backup';
  /** Backups and archives have manifests of the same name. */
  readonly isOf: (manifest: Partial<Manifest>) => boolean;
};

/** @throws an Error when the folder has no complete manifest of this kind, or one of another format */
export function readManifestOf<Manifest extends { readonly format: 1 }>(
  { name, isOf }: Kind<Manifest>,
  folder: string,
): Manifest {
  let manifest: Partial<Manifest> | null;
  try {
    manifest = JSON.parse(readFileSync(path.join(folder, MANIFEST), 'utf8')) as typeof manifest;
  } catch (error) {
    throw new Error(`${folder} holds no ${name} that is whole: ${(error as Error).message}`, {
      cause: error,
    });
  }
  if (manifest === null || !isOf(manifest))
    throw new Error(`${folder} holds no ${name}: its ${MANIFEST} is of something else`);
  if (manifest.format !== 1)
    throw new Error(`the ${name} in ${folder} is of another format than this program knows`);
  return manifest as Manifest;
}
