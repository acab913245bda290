// Reads the files that a release changes: the package.json of the root and of every workspace, the lock, the changelog, and the
// Kubernetes manifests.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { ReleaseRefusal } from './refusal.ts';

export type TextFile = { readonly path: string; readonly text: string };
export type Package = TextFile & {
  /** Relative to the root, with slashes; '' is the root. */
  readonly folder: string;
  readonly name: string;
  readonly version: string;
};
export type Project = {
  readonly system: Package;
  readonly workspaces: readonly Package[];
  readonly lock: TextFile;
  readonly changelog: TextFile;
  /** They name the images that run. */
  readonly manifests: readonly TextFile[];
};

const MANIFESTS = 'deploy/kubernetes/*.yaml';

/** @throws ReleaseRefusal when a file is missing or invalid */
export function readProject(root: string): Project {
  const system = readPackage(root, '');
  const { workspaces = [] } = JSON.parse(system.text) as { workspaces?: readonly string[] };
  const lock = readText(root, 'package-lock.json');
  parseJson(lock);
  return {
    system,
    workspaces: foldersOf(root, workspaces).map((folder) => readPackage(root, folder)),
    lock,
    changelog: readText(root, 'CHANGELOG.md'),
    manifests: globSync(MANIFESTS, { cwd: root })
      .map((file) => readText(root, file.replaceAll(path.sep, '/')))
      .toSorted((a, b) => a.path.localeCompare(b.path)),
  };
}

/** The folders that a workspace pattern such as `services/*` names, as npm sees them: those with a package.json. */
function foldersOf(root: string, patterns: readonly string[]): readonly string[] {
  return patterns.flatMap((pattern) =>
    globSync(`${pattern}/package.json`, { cwd: root })
      .map((file) => path.dirname(file).replaceAll(path.sep, '/'))
      .toSorted((a, b) => a.localeCompare(b)),
  );
}

function readPackage(root: string, folder: string): Package {
  const file = readText(root, path.posix.join(folder, 'package.json'));
  const { name, version } = parseJson(file) as { name?: unknown; version?: unknown };
  if (typeof name !== 'string' || typeof version !== 'string')
    throw new ReleaseRefusal(`${file.path} names no package or no version.`);
  return { ...file, folder, name, version };
}

function parseJson(file: TextFile): unknown {
  try {
    return JSON.parse(file.text);
  } catch {
    throw new ReleaseRefusal(`${file.path} is no JSON.`);
  }
}

function readText(root: string, file: string): TextFile {
  try {
    return { path: file, text: readFileSync(path.join(root, file), 'utf8') };
  } catch {
    throw new ReleaseRefusal(`${file} cannot be read in ${root}: run this at the project's top.`);
  }
}
