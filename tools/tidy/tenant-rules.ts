// Statements on tables of organizations: each names the organization, so that it finds rows by their keys, and a distributed
// database runs it on one node.
import {
  isTest,
  lineAt,
  serviceFileOf,
  type Rule,
  type SourceFile,
  type Violation,
} from './rule.ts';

const RULE = 'tenant-named';
const DISTRIBUTED = /\bselect app\.distribute\('(\w+)'\)/g;
/** A function extends from one match to the next: a statement may be built from pieces within one function. */
const TOP_LEVEL = /^(?:export )?(?:async )?(?:function\*?|const) \w+/gm;
const NAMED = /\b(?:(?<!distinct )from|join|update)\s+(\w+)(?:\s+as\s+(\w+))?/g;

/** A function that reads or writes a distributed table compares the table's `organization_id`, or lets `access/scope.ts` do it. */
export const tenantNamed: Rule = (files) => {
  const tables = distributedTables(files);
  return files
    .filter(({ path }) => path.endsWith('.ts') && !isTest(path) && !path.includes('/testing/'))
    .flatMap((file) => {
      const service = serviceFileOf(file.path)?.service;
      return service === undefined ? [] : unnamed(file, tables.get(service) ?? new Set());
    });
};

function distributedTables(files: readonly SourceFile[]): ReadonlyMap<string, ReadonlySet<string>> {
  const tables = new Map<string, Set<string>>();
  for (const { path, text } of files) {
    const service = /^services\/([a-z]+)\/migrations\//.exec(path)?.[1];
    if (service === undefined) continue;
    const ofService = tables.get(service) ?? new Set();
    for (const [, table = ''] of text.matchAll(DISTRIBUTED)) ofService.add(table);
    tables.set(service, ofService);
  }
  return tables;
}

function unnamed(file: SourceFile, tables: ReadonlySet<string>): readonly Violation[] {
  const starts = [...file.text.matchAll(TOP_LEVEL)].map(({ index }) => index);
  return starts.flatMap((start, nth) => {
    const piece = file.text.slice(start, starts[nth + 1]);
    return [...piece.matchAll(NAMED)].flatMap(({ 1: table = '', 2: alias = table, index }) =>
      !tables.has(table) || namesTenant(piece, alias)
        ? []
        : [
            {
              path: file.path,
              line: lineAt(file.text, start + index),
              rule: RULE,
              message: `whose rows of ${alias} are meant: compare its organization_id`,
            },
          ],
    );
  });
}

function namesTenant(piece: string, alias: string): boolean {
  const name = alias.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return (
    new RegExp(`\\b${alias}\\.organization_id\\b`).test(piece) ||
    new RegExp(`\\b(?:withinScope|ofOrganizations|isIn)\\('${name}'`).test(piece)
  );
}
