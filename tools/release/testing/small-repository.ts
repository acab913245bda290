// A real git repository in a temporary folder with this project's own package files, for the tests of the command.
import { execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BARE_ENVIRONMENT } from '@kvartplata/platform/testing/bare-environment.ts';
import { tagImages } from '../image-tags.ts';
import { raiseLock, raisePackage } from '../package-text.ts';
import { readProject } from '../project.ts';

export type SmallRepository = {
  readonly root: string;
  readonly git: (...args: readonly string[]) => string;
  readonly read: (file: string) => string;
  readonly write: (file: string, text: string) => void;
  readonly commitAll: () => void;
  readonly addHook: (name: string, script: string) => void;
  /** @param where the command's environment variables and working directory */
  readonly release: (args: readonly string[], where?: Where) => Outcome;
  /** Everything that a release could change: files, index, commits, branches, tags. */
  readonly state: () => string;
  readonly remove: () => void;
};

export type Where = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly folder?: string;
};

export type Outcome = {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
};

/** The version of all packages in a new repository, whatever this project's own version is. */
export const START = '0.9.0';
const CHANGELOG = '# Changelog\n\n## [Unreleased]\n\n### Added\n- A thing.\n';

const PROJECT = path.resolve(import.meta.dirname, '../../..');
const COMMAND = path.join(PROJECT, 'tools/release.ts');
/** Without the git settings of the user who runs the tests, and without the repository that a git hook names. */
const ENVIRONMENT = {
  ...BARE_ENVIRONMENT,
  LC_ALL: 'C',
  GIT_CONFIG_GLOBAL: '/dev/null',
  GIT_CONFIG_SYSTEM: '/dev/null',
  HOME: '/nonexistent',
};

export function createRepository(): SmallRepository {
  const root = mkdtempSync(path.join(tmpdir(), 'release-test-'));
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: root, env: ENVIRONMENT, encoding: 'utf8', stdio: 'pipe' });
  const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
  const write = (file: string, text: string): void => writeFileSync(path.join(root, file), text);
  const commitAll = (): void => {
    git('add', '--all');
    git('commit', '--quiet', '--message', 'state');
  };
  copyPackages(root);
  write('CHANGELOG.md', CHANGELOG);
  git('init', '--quiet', '--initial-branch', 'main');
  git('config', 'user.name', 'Anna');
  git('config', 'user.email', 'anna@example.org');
  commitAll();
  return {
    root,
    git,
    read,
    write,
    commitAll,
    addHook: (name, script) => {
      write(`.git/hooks/${name}`, `#!/bin/sh\n${script}\n`);
      chmodSync(path.join(root, '.git/hooks', name), 0o755);
    },
    release: (args, { environment = {}, folder = '' } = {}) => {
      const { status, stdout, stderr } = spawnSync(process.execPath, [COMMAND, ...args], {
        cwd: path.join(root, folder),
        env: { ...ENVIRONMENT, ...environment },
        encoding: 'utf8',
      });
      return { code: status, stdout, stderr };
    },
    state: () =>
      [
        git('status', '--porcelain', '--branch', '--untracked-files=all'),
        git('diff', 'HEAD'),
        git('for-each-ref'),
        git('log', '--all', '--oneline'),
      ].join('\n'),
    remove: () => rmSync(root, { recursive: true }),
  };
}

/** The files as they are, except for the versions. */
function copyPackages(root: string): void {
  const { system, workspaces, lock, manifests } = readProject(PROJECT);
  const packages = [system, ...workspaces];
  const raise = { names: new Set(packages.map(({ name }) => name)), version: START };
  for (const file of packages) {
    cpSync(path.join(PROJECT, file.path), path.join(root, file.path));
    writeFileSync(path.join(root, file.path), raisePackage(file.text, raise));
  }
  writeFileSync(path.join(root, lock.path), raiseLock(lock.text, raise));
  mkdirSync(path.join(root, 'deploy/kubernetes'), { recursive: true });
  for (const { path: file, text } of manifests)
    writeFileSync(
      path.join(root, file),
      tagImages(text, () => START),
    );
}
