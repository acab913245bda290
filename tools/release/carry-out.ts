// Carries out a release: files, commit, tag. All of it, or nothing.
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Edit, Plan } from './plan.ts';
import { ReleaseRefusal } from './refusal.ts';
import { git } from './repository.ts';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * In a clean tree on a branch.
 * @throws ReleaseRefusal when a step fails, after everything is restored
 */
export function carryOut(root: string, plan: Plan): void {
  const head = git(root, 'rev-parse', 'HEAD');
  // Ctrl-C ends git, and with it the step; this process survives to restore everything.
  for (const signal of SIGNALS) process.on(signal, ignore);
  try {
    write(root, plan.edits, 'after');
    commit(root, plan);
    git(root, 'tag', '--annotate', '--message', plan.commitMessage, plan.tag);
  } catch (error) {
    putBack(root, plan, head);
    throw new ReleaseRefusal(
      `A step failed, so everything is put back: ${(error as Error).message}`,
      { cause: error },
    );
  } finally {
    for (const signal of SIGNALS) process.off(signal, ignore);
  }
}

function commit(root: string, { edits, commitMessage }: Plan): void {
  const paths = edits.map((edit) => edit.path);
  git(root, 'commit', '--quiet', '--message', commitMessage, '--', ...paths);
}

/** Restores only what the release has changed: a file that someone else saved meanwhile stays as it is. */
function putBack(root: string, { edits }: Plan, head: string): void {
  const changed = edits.filter(
    (edit) => readFileSync(path.join(root, edit.path), 'utf8') !== edit.before,
  );
  write(root, changed, 'before');
  git(root, 'reset', '--quiet', head);
}

function write(root: string, edits: readonly Edit[], side: 'before' | 'after'): void {
  for (const edit of edits) writeFileSync(path.join(root, edit.path), edit[side]);
}

function ignore(): void {
  // Only its existence matters.
}
