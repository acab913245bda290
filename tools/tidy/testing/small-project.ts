// Small projects in memory, for the tests of the rules.
import type { Rule, SourceFile } from '../rule.ts';

/** `{ path: text }` as the rules get it. */
function project(files: Readonly<Record<string, string>>): readonly SourceFile[] {
  return Object.entries(files).map(([path, text]) => ({ path, text }));
}

/** The violations that the rule finds, as `path:line`. */
export function placesOf(rule: Rule, files: Readonly<Record<string, string>>): readonly string[] {
  return rule(project(files)).map(({ path, line }) => `${path}:${line}`);
}

/** The messages of the rule. */
export function messagesOf(rule: Rule, files: Readonly<Record<string, string>>): readonly string[] {
  return rule(project(files)).map(({ message }) => message);
}
