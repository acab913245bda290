// Sets versions in the texts of package.json and package-lock.json: those of the packages themselves, and wherever one of our
// packages depends on another.
import { replaceStrings } from './json-text.ts';

/** The names of the packages that get the version. */
export type Raise = { readonly names: ReadonlySet<string>; readonly version: string };

type Entry = { readonly name?: string; readonly version?: string };
type Lock = Entry & { readonly packages: Readonly<Record<string, Entry>> };

const DEPENDENCIES = [
  'dependencies',
  'devDependencies',
  'optionalDependencies',
  'peerDependencies',
];

export function raisePackage(text: string, raise: Raise): string {
  const { name } = JSON.parse(text) as Entry;
  return replaceStrings(text, (keys) => versionAt(keys, name, raise));
}

/** The lock repeats each of our package.json files under `packages`, by folder, and the root's version once more. */
export function raiseLock(text: string, raise: Raise): string {
  const lock = JSON.parse(text) as Lock;
  return replaceStrings(text, (keys) => {
    const [top, folder = '', ...inside] = keys;
    return top === 'packages'
      ? versionAt(inside, lock.packages[folder]?.name, raise)
      : versionAt(keys, lock.name, raise);
  });
}

/** True when the lock has the package in this folder at this version, as `npm install` leaves it. */
export function isLocked(lockText: string, folder: string, version: string): boolean {
  const lock = JSON.parse(lockText) as Lock;
  return lock.packages[folder]?.version === version;
}

function versionAt(
  keys: readonly string[],
  name: string | undefined,
  { names, version }: Raise,
): string | undefined {
  const [field = '', dependency = ''] = keys;
  const isItsOwn = keys.length === 1 && field === 'version' && names.has(name ?? '');
  // Dependencies are exact: a range with the old version would make npm look in the registry.
  const isOfAnother = keys.length === 2 && DEPENDENCIES.includes(field) && names.has(dependency);
  return isItsOwn || isOfAnother ? version : undefined;
}
