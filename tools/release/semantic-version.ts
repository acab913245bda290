// Versions as in the specification (section 9): MAJOR.MINOR.PATCH of Semantic Versioning 2.0.0 without any suffix, so that all
// versions of the system can be compared by their three numbers.

export type Version = readonly [major: number, minor: number, patch: number];

const NUMBER = '(0|[1-9][0-9]*)';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}$`);

export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  const version = [major, minor, patch] as const;
  // npm accepts no larger numbers, and larger ones could compare as equal.
  return version.every(Number.isSafeInteger) ? version : undefined;
}

/** Above 0 when `a` is the later one. Compares numbers: 0.10.0 comes after 0.9.0. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
