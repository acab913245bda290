// A rule of tidy: a pure function from the project's files to violations.

export type SourceFile = {
  /** Relative to the project's root, with slashes: `services/billing/src/app.ts`. */
  readonly path: string;
  readonly text: string;
};

export type Violation = {
  readonly path: string;
  /** Counted from 1. */
  readonly line: number;
  /** The name of the rule. */
  readonly rule: string;
  readonly message: string;
};

/** Gets all files of the project: some rules compare files with one another. */
export type Rule = (files: readonly SourceFile[]) => readonly Violation[];

/** The line number, from 1, of the character at `index`. */
export function lineAt(text: string, index: number): number {
  let line = 1;
  for (let at = text.indexOf('\n'); at !== -1 && at < index; at = text.indexOf('\n', at + 1))
    line += 1;
  return line;
}

/** Tests, and what only tests use. */
export function isTest(path: string): boolean {
  return path.endsWith('.test.ts') || /(?:^|\/)testing\//.test(path);
}

export function isTypeScript({ path }: SourceFile): boolean {
  return /\.tsx?$/.test(path);
}

/** What runs in production. */
export function isProduct({ path }: SourceFile): boolean {
  return /^(?:domain|contracts|client|platform|services|web)\//.test(path);
}

/** The place of a file in a service: `services/billing/src/month/charges/charges.service.ts` is in the wing `month`. */
export type ServiceFile = {
  readonly service: string;
  /** The folder below `src/`: a slice (`month/charges`), a wing for a file beside its slices (`paper`), undefined for app.ts. */
  readonly place: string | undefined;
  /** `routes`, `service`, `repository`, `table`, `errors` or `job`; `piece` for a file without a role. */
  readonly role: string;
  /** The path below `src/`. */
  readonly below: string;
};

/** Undefined for a file that is not below `services/<name>/src/`. */
export function serviceFileOf(path: string): ServiceFile | undefined {
  const [, service, below] = /^services\/([^/]+)\/src\/(.+\.ts)$/.exec(path) ?? [];
  if (service === undefined || below === undefined) return undefined;
  const place = below.split('/').slice(0, -1).slice(0, 2).join('/') || undefined;
  const role = /\.(routes|service|repository|table|errors|job)\.ts$/.exec(below)?.[1] ?? 'piece';
  return { service, place, role, below };
}
