// `npm run tidy`: checks the project's own rules of order. Prints `path:line rule message` for every violation, and exits 1.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { isHelpTold } from './platform/command-help.ts';
import type { SourceFile } from './tidy/rule.ts';
import { RULES } from './tidy/rules.ts';

const HELP = `Checks the project's own rules of order, and prints a line for every violation.

  npm run tidy

  --help   this text`;

/** In a separate git work tree `.git` is a file. */
const SKIPPED = ['node_modules', '.git', '.data', 'dist', 'coverage'];
const TEXTS =
  /(?:\.(?:ts|tsx|css|html|sql|md|jsonc?|ya?ml|sh|example)|\/run|\/\.[a-z]+|Dockerfile)$/;

const PICTURES = /\.png$/;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const files = readProject(path.resolve(import.meta.dirname, '..'));
const violations = RULES.flatMap((rule) => rule(files)).toSorted(
  (a, b) => a.path.localeCompare(b.path) || a.line - b.line,
);
for (const { path: file, line, rule, message } of violations)
  console.log(`${file}:${line} ${rule} ${message}`);
console.log(`${files.length} files, ${RULES.length} rules, ${violations.length} violations`);
process.exitCode = violations.length === 0 ? 0 : 1;

/** All text files of the project, and the names of its pictures, sorted by path. */
function readProject(root: string): readonly SourceFile[] {
  return listFiles(root, '')
    .filter((file) => TEXTS.test(`/${file}`) || PICTURES.test(file))
    .map((file) => ({
      path: file,
      text: PICTURES.test(file) ? '' : readFileSync(path.join(root, file), 'utf8'),
    }));
}

function listFiles(root: string, folder: string): readonly string[] {
  return readdirSync(path.join(root, folder), { withFileTypes: true })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (SKIPPED.includes(entry.name)) return [];
      if (entry.isDirectory()) return listFiles(root, file);
      return entry.isFile() ? [file] : [];
    });
}
