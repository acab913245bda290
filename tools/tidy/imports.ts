// The imports of a file, and where in the project they lead.
import path from 'node:path';
import { codeOf } from './code-text.ts';
import { lineAt, type SourceFile } from './rule.ts';

export type Import = {
  /** As written: `./x.ts`, `@kvartplata/domain/money/kopecks.ts`, `node:path`, `kysely`. */
  readonly specifier: string;
  /** Relative to the project's root; undefined for npm packages and Node's modules. */
  readonly target: string | undefined;
  /** True when nothing of it is left at run time. */
  readonly isTypeOnly: boolean;
  readonly line: number;
};

const STATIC = /^[ \t]*(import|export)\b([^;'"]*?)(?:\bfrom\s*)?(['"])/gm;
const DYNAMIC = /\bimport\(\s*(['"])/g;
const WORKSPACE = '@kvartplata/';

/** Every import and re-export, also `import('…')`. */
export function importsOf({ path: file, text }: SourceFile): readonly Import[] {
  const code = codeOf(text);
  const found: Import[] = [];
  const push = (quoteAt: number, index: number, isTypeOnly: boolean): void => {
    const quote = text[quoteAt] ?? "'";
    const specifier = text.slice(quoteAt + 1, text.indexOf(quote, quoteAt + 1));
    const target = targetOf(file, specifier);
    found.push({ specifier, target, isTypeOnly, line: lineAt(text, index) });
  };
  for (const match of code.matchAll(STATIC)) {
    const [whole, keyword, clause = ''] = match;
    const isModule = /\bfrom\s*['"]$/.test(whole) || (keyword === 'import' && clause.trim() === '');
    if (isModule) push(match.index + whole.length - 1, match.index, namesOnlyTypes(clause));
  }
  for (const match of code.matchAll(DYNAMIC))
    push(match.index + match[0].length - 1, match.index, false);
  return found;
}

/** `type { A }`, or `{ type A, type B }`. */
function namesOnlyTypes(clause: string): boolean {
  if (/^\s*type\b/.test(clause)) return true;
  const names = /^\s*\{([^}]*)\}/.exec(clause)?.[1];
  if (names === undefined) return false;
  const present = names.split(',').filter((name) => name.trim() !== '');
  return present.length > 0 && present.every((name) => /^\s*type\b/.test(name));
}

function targetOf(file: string, specifier: string): string | undefined {
  if (specifier.startsWith('.'))
    return path.posix.normalize(path.posix.join(path.posix.dirname(file), specifier));
  if (!specifier.startsWith(WORKSPACE)) return undefined;
  const [name = '', ...rest] = specifier.slice(WORKSPACE.length).split('/');
  const folder = name.endsWith('-service') ? `services/${name.slice(0, -'-service'.length)}` : name;
  return [folder, ...rest].join('/');
}
