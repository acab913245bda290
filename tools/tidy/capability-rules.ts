// A capability has one name everywhere: its slice, its contract, its reference page, and its feature of the page.
import { isTest, serviceFileOf, type Rule, type SourceFile } from './rule.ts';

/** Pages about what several capabilities share. */
const SHARED_PAGES = [
  'idempotency-keys',
  'limits',
  'not-on-the-page',
  'records',
  'registry',
  'tariffs-and-norms',
];

/**
 * Slices, features and pages have the name of a contract; the contract of a slice that only services call is in `internal.ts`.
 */
export const capabilityNames: Rule = (files) => {
  const known = new Set(files.flatMap(({ path }) => contractOf(path) ?? []));
  return files.flatMap((file) => {
    const name = nameOf(file);
    if (name === undefined || known.has(name)) return [];
    // Report each name once, not for all files of the feature.
    known.add(name);
    return [
      {
        path: file.path,
        line: 1,
        rule: 'capability-names',
        message: `no contract is called ${name}: a capability has one name everywhere`,
      },
    ];
  });
};

function contractOf(path: string): string | undefined {
  if (isTest(path)) return undefined;
  return /^contracts\/(?:[a-z]+\/)?([a-z0-9-]+)\.ts$/.exec(path)?.[1];
}

/** The capability that the file belongs to, if its folder or its own name says so. */
function nameOf({ path, text }: SourceFile): string | undefined {
  const page = /^docs\/reference\/([a-z0-9-]+)\.md$/.exec(path)?.[1];
  if (page !== undefined) return SHARED_PAGES.includes(page) ? undefined : page;
  return /^web\/features\/([a-z0-9-]+)\//.exec(path)?.[1] ?? sliceOf(path, text);
}

/** By its routes, if they serve operations that are not only for services. */
function sliceOf(path: string, text: string): string | undefined {
  const slice = serviceFileOf(path)?.place?.split('/').at(-1);
  if (slice === undefined || !path.endsWith(`/${slice}.routes.ts`)) return undefined;
  const asked = [...text.matchAll(/@kvartplata\/contracts\/[a-z]+\/([a-z0-9-]+)\.ts/g)];
  return asked.length === 0 || asked.some(([, contract]) => contract === 'internal')
    ? undefined
    : slice;
}
