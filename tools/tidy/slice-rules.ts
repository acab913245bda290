// Imports inside a service: its wings and their slices have the order of the table in its README, and each file keeps to its
// role.
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

/** Wings, each before its slices: `books`, `books/cycles`, `books/ledger`. A small service has only slices. */
type Order = readonly string[];

/** What routes may call besides their own slice: who is calling, and how a record is returned. */
const ASKED_BY_ROUTES = ['access', 'access/records'];
const FOR_REPOSITORIES = 'access/scope.ts';
const WIRING = ['app.ts', 'service.ts', 'queues.ts', 'main.ts'];
/** What a repository may import at run time; anything else only as types. */
const OF_REPOSITORIES =
  /^(?:kysely|pg|pg-copy-streams|node:stream.*|@kvartplata\/(?:domain|platform\/database)\/.*)$/;

/** A file imports only what its role and the place of its slice allow. */
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

/** The table in a service's README has exactly its wings and slices. */
export const sliceOrder: Rule = (files) =>
  [...ordersOf(files)].flatMap(([service, order]) => {
    const places = placesOf(files, service);
    const messages = [
      places.filter((place) => !order.includes(place)).map((place) => `${place} has no row`),
      order.filter((place) => !places.includes(place)).map((place) => `there is no ${place}`),
    ].flat();
    const path = `services/${service}/README.md`;
    return messages.map((message) => ({ path, line: 1, rule: 'slice-order', message }));
  });

/** The wings and slices of a service, by folder. */
export function placesOf(files: readonly SourceFile[], service: string): readonly string[] {
  const places = files
    .map(({ path }) => serviceFileOf(path))
    .filter((file) => file?.service === service)
    .flatMap((file) => file?.place ?? [])
    .flatMap((place) => [wingOf(place), place]);
  return [...new Set(places)].filter((place) => wingOf(place) !== 'testing').toSorted();
}

/** The wings and slices of each service in the order of its README. */
export function ordersOf(files: readonly SourceFile[]): ReadonlyMap<string, Order> {
  const services = new Set(files.flatMap(({ path }) => serviceFileOf(path)?.service ?? []));
  return new Map(
    [...services].map((service) => {
      const readme = files.find(({ path }) => path === `services/${service}/README.md`);
      const rows = readme?.text.matchAll(/^\| `([a-z0-9-]+(?:\/[a-z0-9-]+)?)\/?` \|/gm) ?? [];
      return [service, [...rows].map(([, place = '']) => place)];
    }),
  );
}

function importProblem(own: ServiceFile, imported: Import, order: Order): string | undefined {
  const to = imported.target === undefined ? undefined : serviceFileOf(imported.target);
  if (to === undefined || to.service !== own.service) return outsideProblem(own, imported);
  if (isTest(imported.target ?? '')) return 'only tests import what tests use';
  if (own.place === undefined) return wiringProblem(own, to, imported, order);
  if (to.place === undefined)
    return WIRING.includes(to.below) ? `a slice does not import ${to.below}` : undefined;
  if (isWingRoutes(own, order)) return wingRoutesProblem(own, to);
  if (to.role === 'routes') return 'only the routes of its wing, or app.ts, import routes';
  if (to.below === FOR_REPOSITORIES && own.role !== 'repository')
    return `${FOR_REPOSITORIES} is for repositories`;
  return own.place === to.place
    ? withinSliceProblem(own, to, imported)
    : acrossSlicesProblem(own, to, imported, order);
}

function outsideProblem(own: ServiceFile, { specifier, isTypeOnly }: Import): string | undefined {
  if (own.role !== 'repository' || isTypeOnly || OF_REPOSITORIES.test(specifier)) return undefined;
  return `a repository runs nothing but the database and the domain, not ${specifier}`;
}

/** app.ts, service.ts and queues.ts connect the wings; config.ts and tables.ts import only their types. */
function wiringProblem(
  own: ServiceFile,
  to: ServiceFile,
  imported: Import,
  order: Order,
): string | undefined {
  if (imported.isTypeOnly) return undefined;
  if (!WIRING.includes(own.below)) return `${own.below} knows the service by types alone`;
  if (to.role === 'routes' && isWing(wingOf(to.place ?? ''), order) && !isWing(to.place, order))
    return `${own.below} imports the routes of wings, not of their slices`;
  return to.role === 'repository' ? `${own.below} imports no repository` : undefined;
}

/** `books/books.routes.ts` connects the slices of its wing. */
function wingRoutesProblem(own: ServiceFile, to: ServiceFile): string | undefined {
  if (to.role === 'repository') return 'the routes of a wing import no repository';
  const isOutside = to.role === 'routes' && wingOf(to.place ?? '') !== own.place;
  return isOutside ? `${to.below} is of another wing` : undefined;
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
  const [ownPlace, place] = [own.place ?? '', to.place ?? ''];
  if (order.indexOf(place) > order.indexOf(ownPlace) || !order.includes(place))
    return `${place} does not stand before ${ownPlace} in the README's table`;
  if (isTypeOnly || to.below === FOR_REPOSITORIES) return undefined;
  const isBesideSlices = isWing(place, order) && to.role === 'piece';
  if (isBesideSlices) return undefined;
  if (to.role !== 'service') return `another slice is reached through its service alone`;
  if (own.role === 'service' || own.role === 'job') return undefined;
  if (own.role === 'routes' && ASKED_BY_ROUTES.includes(place)) return undefined;
  return `a ${own.role} imports no other slice, not ${place}`;
}

function isWingRoutes({ place, role }: ServiceFile, order: Order): boolean {
  return role === 'routes' && isWing(place, order);
}

/** Whether it contains slices. `access` of billing contains none and is a wing all the same, the basis of the others. */
function isWing(place: string | undefined, order: Order): boolean {
  return order.some((other) => other.startsWith(`${place}/`)) || place === 'access';
}

function wingOf(place: string): string {
  return place.split('/', 1)[0] ?? '';
}
