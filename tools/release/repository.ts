// What a release does with git.
import { execFileSync } from 'node:child_process';
import { realpathSync } from 'node:fs';

/** With git's own message about what went wrong, and nothing else. */
class GitError extends Error {
  override readonly name = 'GitError';
}

const SHOWN_CHANGES = 3;

/** @throws GitError when git is missing or its exit code is not 0 */
export function git(root: string, ...args: readonly string[]): string {
  try {
    return execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe' }).trimEnd();
  } catch (error) {
    const { stderr = '', message } = error as Error & { stderr?: string };
    throw new GitError(stderr.trim() || message, { cause: error });
  }
}

/** Undefined where git fails. */
function askGit(root: string, ...args: readonly string[]): string | undefined {
  try {
    return git(root, ...args);
  } catch (error) {
    if (error instanceof GitError) return undefined;
    throw error;
  }
}

/** Why the repository cannot be released from, in a sentence; undefined when it can. */
export function findObstacle(root: string): string | undefined {
  const top = askGit(root, 'rev-parse', '--show-toplevel');
  if (top === undefined) return `${root} is not a git repository, or git is not installed.`;
  if (realpathSync(top) !== realpathSync(root))
    return `${root} is not the top of its git repository, which is ${top}.`;
  if (branchOf(root) === undefined)
    return 'HEAD is detached, so the commit would be on no branch: `git switch` to one first.';
  if (askGit(root, 'rev-parse', '--verify', 'HEAD') === undefined)
    return 'The repository has no commit yet.';
  const changes = changesOf(root);
  return changes.length === 0
    ? undefined
    : `The working tree is not clean (${listShort(changes)}): commit, stash or remove that first.`;
}

export function branchOf(root: string): string | undefined {
  return askGit(root, 'symbolic-ref', '--quiet', '--short', 'HEAD');
}

export function hasTag(root: string, tag: string): boolean {
  return askGit(root, 'rev-parse', '--quiet', '--verify', `refs/tags/${tag}`) !== undefined;
}

/** The remote that the branch is pushed to. */
export function remoteOf(root: string, branch: string): string {
  return askGit(root, 'config', `branch.${branch}.remote`) ?? 'origin';
}

/** Paths that differ from the last commit, including untracked files. */
function changesOf(root: string): readonly string[] {
  return git(root, 'status', '--porcelain', '--untracked-files=all')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => line.slice(3));
}

function listShort(paths: readonly string[]): string {
  const shown = paths.slice(0, SHOWN_CHANGES).join(', ');
  const rest = paths.length - SHOWN_CHANGES;
  return rest > 0 ? `${shown} and ${rest} more` : shown;
}
