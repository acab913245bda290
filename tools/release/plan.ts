// Plans a release before changing anything: the new texts of the files, the commit and the tag.
import { nameUnreleased } from './changelog.ts';
import type { Request } from './command-line.ts';
import { tagImages } from './image-tags.ts';
import { isLocked, raiseLock, raisePackage } from './package-text.ts';
import type { Package, Project, TextFile } from './project.ts';
import { ReleaseRefusal } from './refusal.ts';
import { compareVersions, parseVersion, type Version } from './semantic-version.ts';

export type Edit = { readonly path: string; readonly before: string; readonly after: string };
export type Plan = {
  readonly commitMessage: string;
  readonly tag: string;
  /** Only files that really change. */
  readonly edits: readonly Edit[];
};

/**
 * The image with the migrations of all services. A node does not pull a tag that it has, so every release gives it another; of a
 * service, whose version another service may have too, one that names the service.
 */
const MIGRATIONS = 'migrate';

/** @throws ReleaseRefusal when the version does not increase, or the service does not exist */
export function planRelease(project: Project, request: Request, day: Temporal.PlainDate): Plan {
  assertLocked(project);
  return request.service === undefined
    ? planSystem(project, request.version, day)
    : planService(project, request.service, request.version);
}

/** Everything gets the version: the system, the services, the page, and the packages that they use. */
function planSystem(project: Project, version: string, day: Temporal.PlainDate): Plan {
  const { system, workspaces, changelog } = project;
  assertGrows(version, system.version, 'the system');
  for (const { folder, version: current } of workspaces)
    assertGrows(version, current, `${titleOf(folder)}, which a release of the system sets too,`);
  const newChangelog = nameUnreleased(changelog.text, version, day);
  if (newChangelog === undefined)
    throw new ReleaseRefusal(`${changelog.path} has no heading "## [Unreleased]".`);
  return {
    commitMessage: `release: v${version}`,
    tag: `v${version}`,
    edits: [
      ...raiseAll(project, [system, ...workspaces], version),
      ...editOf(changelog, newChangelog),
      ...tagAll(project, () => version),
    ],
  };
}

/** The changelog keeps its "Unreleased": it is about releases of the system. */
function planService(project: Project, service: string, version: string): Plan {
  const found = project.workspaces.find(({ folder }) => folder === `services/${service}`);
  if (found === undefined) {
    const known = project.workspaces.flatMap(({ folder }) => serviceIn(folder) ?? []);
    throw new ReleaseRefusal(`There is no service "${service}", only ${known.join(', ')}.`);
  }
  const title = titleOf(found.folder);
  assertGrows(version, found.version, title);
  return {
    commitMessage: `release: ${title} v${version}`,
    tag: `${title}/v${version}`,
    edits: [
      ...raiseAll(project, [found], version),
      ...tagAll(project, (image) => {
        if (image === MIGRATIONS) return `${service}-${version}`;
        return image === service ? version : undefined;
      }),
    ],
  };
}

function raiseAll(
  { system, workspaces, lock }: Project,
  raised: readonly Package[],
  version: string,
): readonly Edit[] {
  const raise = { names: new Set(raised.map(({ name }) => name)), version };
  return [
    ...[system, ...workspaces].flatMap((file) => editOf(file, raisePackage(file.text, raise))),
    ...editOf(lock, raiseLock(lock.text, raise)),
  ];
}

function tagAll(
  { manifests }: Project,
  tagOf: (image: string) => string | undefined,
): readonly Edit[] {
  return manifests.flatMap((file) => editOf(file, tagImages(file.text, tagOf)));
}

function editOf({ path, text }: TextFile, after: string): readonly Edit[] {
  return after === text ? [] : [{ path, before: text, after }];
}

/** An outdated lock would stay outdated, and `npm ci` would refuse the release. */
function assertLocked({ system, workspaces, lock }: Project): void {
  const stray = [system, ...workspaces].find(
    ({ folder, version }) => !isLocked(lock.text, folder, version),
  );
  if (stray !== undefined)
    throw new ReleaseRefusal(
      `${lock.path} does not have the version of ${stray.path}: run \`npm install\` and commit it.`,
    );
}

function assertGrows(version: string, current: string, what: string): void {
  if (compareVersions(parsed(version), parsed(current)) <= 0)
    throw new ReleaseRefusal(`${version} does not grow: ${what} is already at ${current}.`);
}

function parsed(text: string): Version {
  const version = parseVersion(text);
  if (version === undefined)
    throw new ReleaseRefusal(`"${text}" is not a version of the form MAJOR.MINOR.PATCH.`);
  return version;
}

function serviceIn(folder: string): string | undefined {
  return /^services\/([^/]+)$/.exec(folder)?.[1];
}

/** A service has the name of its tag, anything else that of its folder. */
function titleOf(folder: string): string {
  const service = serviceIn(folder);
  return service === undefined ? folder : `${service}-service`;
}
