// Which test files share a process: loading the same modules again took half of a short file's processor time.
import path from 'node:path';

export type Group = {
  /** Such as `services/core/src/registry`, with a number at the end when a folder has several. */
  readonly name: string;
  /** Relative to the root of the project. */
  readonly files: readonly string[];
};

const MOST_IN_A_GROUP = 8;
/** Files in these folders share a process; any other has one to itself. */
const SHARING = new Set([
  'acceptance',
  'client',
  'contracts',
  'domain',
  'platform',
  'services',
  'web',
]);
/** They change or measure the process, or take as long as a group. */
export const ALONE: readonly string[] = [
  'acceptance/bad-input.test.ts',
  'acceptance/cross-site.test.ts',
  'acceptance/page-looks.test.ts',
  'acceptance/roles-matrix.test.ts',
  'platform/http/uploaded-file.test.ts',
  'platform/jobs/await-end.test.ts',
  'platform/testing/programs.test.ts',
  'services/auth/src/passwords/passwords.service.test.ts',
];

/** Files of one folder share a process: they load the same modules. A single file is a group with the file's name. */
export function groupsOf(files: readonly string[]): readonly Group[] {
  const sharing = Map.groupBy(
    files.filter((file) => mayShare(file)),
    folderOf,
  );
  return [
    ...files.filter((file) => !mayShare(file)).map((file) => ({ name: file, files: [file] })),
    ...[...sharing].flatMap(([folder, together]) => inPieces(folder, together.toSorted())),
  ];
}

/** The module of a group: each file is a suite with its own hooks, and they run one after the other. */
export function moduleOf(files: readonly string[], urlOf: (file: string) => string): string {
  const suites = files.map(
    (file) =>
      `describe(${JSON.stringify(file)}, async () => {\n  await import(${JSON.stringify(urlOf(file))});\n});\n`,
  );
  return `import { describe } from 'node:test';\n${suites.join('')}`;
}

function mayShare(file: string): boolean {
  return SHARING.has(file.split(path.sep, 1)[0] ?? '') && !ALONE.includes(file);
}

/** A wing of a service, a folder of the domain or the platform. */
function folderOf(file: string): string {
  const parts = path.dirname(file).split(path.sep);
  return parts.slice(0, parts[0] === 'services' ? 4 : 2).join('/');
}

function inPieces(folder: string, files: readonly string[]): readonly Group[] {
  const count = Math.ceil(files.length / MOST_IN_A_GROUP);
  const size = Math.ceil(files.length / count);
  return Array.from({ length: count }, (_, nth) => {
    const piece = files.slice(nth * size, (nth + 1) * size);
    const [only = ''] = piece;
    if (piece.length === 1) return { name: only, files: piece };
    return { name: count === 1 ? folder : `${folder}-${nth + 1}`, files: piece };
  });
}
