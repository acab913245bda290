// Versions as the specification has them (section 9): MAJOR.MINOR.PATCH of Semantic Versioning 2.0.0 and nothing after,
// so that every version of the system can be compared by its three numbers.

export type Version = readonly [major: number, minor: number, patch: number];

const NUMBER = '(0|[1-9][0-9]*)';
const VERSION = new RegExp(`^${NUMBER}\\.${NUMBER}\\.${NUMBER}$`);

export function parseVersion(text: string): Version | undefined {
  const match = VERSION.exec(text);
  if (match === null) return undefined;
  const [major = 0, minor = 0, patch = 0] = match.slice(1).map(Number);
  const version = [major, minor, patch] as const;
  // npm takes no larger number, and above it two versions would compare as one.
  return version.every(Number.isSafeInteger) ? version : undefined;
}

/** Above 0 when `a` is the later one. By number: 0.10.0 comes after 0.9.0. */
export function compareVersions(a: Version, b: Version): number {
  return a[0] - b[0] || a[1] - b[1] || a[2] - b[2];
}
