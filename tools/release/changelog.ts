// The changelog at a release: the entries under "Unreleased" get the version and its day.

const UNRELEASED = /^## \[Unreleased\]$/m;

/** "Unreleased" stays on top, empty. Undefined when the text has no such heading. */
export function nameUnreleased(
  changelog: string,
  version: string,
  day: Temporal.PlainDate,
): string | undefined {
  if (!UNRELEASED.test(changelog)) return undefined;
  return changelog.replace(UNRELEASED, `$&\n\n## [${version}] - ${day.toString()}`);
}
