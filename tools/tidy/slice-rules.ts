// Who imports whom inside a service: its slices stand in the order of its README, and each file keeps to its role.
import { importsOf, type Import } from './imports.ts';
import {
  isTest,
  isTypeScript,
  serviceFileOf,
  type Rule,
  type ServiceFile,
  type SourceFile,
  type Violation,
} from './rule.ts';

type Order = readonly string[];

/** What routes may call beside their own slice: who is asking, and how a record is answered. */
const ASKED_BY_ROUTES = ['access', 'records'];
const WIRING = ['app.ts', 'service.ts', 'main.ts'];
/** What a repository may run; anything else it knows by type alone. */
const OF_REPOSITORIES =
  /^(?:kysely|pg|pg-copy-streams|node:stream.*|@kvartplata\/(?:domain|platform\/database)\/.*)$/;

/** A file imports only what its role and its slice's place allow. */
export const sliceImports: Rule = (files) => {
  const orders = ordersOf(files);
  return files.filter(isTypeScript).flatMap((file) => {
    const own = serviceFileOf(file.path);
    if (own === undefined || isTest(file.path)) return [];
    const order = orders.get(own.service) ?? [];
    return importsOf(file).flatMap((imported): readonly Violation[] => {
      const message = importProblem(own, imported, order);
      return message === undefined
        ? []
        : [{ path: file.path, line: imported.line, rule: 'slice-imports', message }];
    });
  });
};

/** The table of slices in a service's README names every slice folder, and no other. */
export const sliceOrder: Rule = (files) =>
  [...ordersOf(files)].flatMap(([service, order]) => {
    const slices = slicesOf(files, service);
    const messages = [
      slices.filter((slice) => !order.includes(slice)).map((slice) => `${slice} has no row`),
      order.filter((slice) => !slices.includes(slice)).map((slice) => `there is no slice ${slice}`),
    ].flat();
    const path = `services/${service}/README.md`;
    return messages.map((message) => ({ path, line: 1, rule: 'slice-order', message }));
  });

/** The slice folders of a service. */
export function slicesOf(files: readonly SourceFile[], service: string): readonly string[] {
  const slices = files
    .map(({ path }) => serviceFileOf(path))
    .filter((file) => file?.service === service)
    .flatMap((file) => file?.slice ?? []);
  return [...new Set(slices)].filter((slice) => slice !== 'testing').toSorted();
}

/** Of each service the slices in the order of its README. */
export function ordersOf(files: readonly SourceFile[]): ReadonlyMap<string, Order> {
  const services = new Set(files.flatMap(({ path }) => serviceFileOf(path)?.service ?? []));
  return new Map(
    [...services].map((service) => {
      const readme = files.find(({ path }) => path === `services/${service}/README.md`);
      const rows = readme?.text.matchAll(/^\| `([a-z0-9-]+)` \|/gm) ?? [];
      return [service, [...rows].map(([, slice = '']) => slice)];
    }),
  );
}

function importProblem(own: ServiceFile, imported: Import, order: Order): string | undefined {
  const to = imported.target === undefined ? undefined : serviceFileOf(imported.target);
  if (to === undefined || to.service !== own.service) return outsideProblem(own, imported);
  if (isTest(imported.target ?? '')) return 'only tests import what tests use';
  if (own.slice === undefined) return wiringProblem(own, to, imported);
  if (to.slice === undefined) return besideProblem(own, to);
  if (to.role === 'routes') return 'only app.ts imports routes';
  return own.slice === to.slice
    ? withinSliceProblem(own, to, imported)
    : acrossSlicesProblem(own, to, imported, order);
}

function outsideProblem(own: ServiceFile, { specifier, isTypeOnly }: Import): string | undefined {
  if (own.role !== 'repository' || isTypeOnly || OF_REPOSITORIES.test(specifier)) return undefined;
  return `a repository runs nothing but the database and the domain, not ${specifier}`;
}

/** app.ts and service.ts put the slices together; config.ts, tables.ts and scope.ts know them by type alone. */
function wiringProblem(own: ServiceFile, to: ServiceFile, imported: Import): string | undefined {
  if (imported.isTypeOnly) return undefined;
  if (!WIRING.includes(own.below)) return `${own.below} knows the service by types alone`;
  return to.role === 'repository' ? `${own.below} imports no repository` : undefined;
}

function besideProblem(own: ServiceFile, to: ServiceFile): string | undefined {
  if (WIRING.includes(to.below)) return `a slice does not import ${to.below}`;
  if (to.below === 'scope.ts' && own.role !== 'repository') return 'scope.ts is for repositories';
  return undefined;
}

function withinSliceProblem(
  own: ServiceFile,
  to: ServiceFile,
  { isTypeOnly }: Import,
): string | undefined {
  if (isTypeOnly) return undefined;
  if (to.role === 'repository' && !['routes', 'service', 'job'].includes(own.role))
    return `a ${own.role} does not import the repository`;
  if (to.role === 'service' && !['routes', 'service', 'job'].includes(own.role))
    return `a ${own.role} does not import the service`;
  return undefined;
}

function acrossSlicesProblem(
  own: ServiceFile,
  to: ServiceFile,
  { isTypeOnly }: Import,
  order: Order,
): string | undefined {
  const [ownSlice, slice] = [own.slice ?? '', to.slice ?? ''];
  if (order.indexOf(slice) > order.indexOf(ownSlice) || !order.includes(slice))
    return `${slice} does not stand before ${ownSlice} in the README's table`;
  if (isTypeOnly) return undefined;
  if (to.role !== 'service') return `another slice is reached through its service alone`;
  if (own.role === 'service' || own.role === 'job') return undefined;
  if (own.role === 'routes' && ASKED_BY_ROUTES.includes(slice)) return undefined;
  return `a ${own.role} imports no other slice, not ${slice}`;
}
