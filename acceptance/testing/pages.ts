// All paths of the page, from its router: new pages are tested without being listed again.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const WEB = path.resolve(import.meta.dirname, '../../web');
const ROUTERS = ['router.tsx', ...globSync('*-routes.tsx', { cwd: WEB }).toSorted()].map((name) =>
  path.join(WEB, name),
);
/** They redirect to the first of their pages, or to the month being worked on. */
const ONLY_LEAD_ON = ['/reports', '/penalties', '/month'];

export type PageParameters = Readonly<
  Record<
    'houseId' | 'accountId' | 'meterId' | 'importId' | 'caseId' | 'deliveryId' | 'period',
    string
  >
>;

/** @throws when a path has a parameter that is none of these */
export function addressesOfPages(parameters: PageParameters): readonly string[] {
  const texts = ROUTERS.map((router) => readFileSync(router, 'utf8')).join('\n');
  const paths = [...texts.matchAll(/^ {2}path: '([^']+)'/gm)].map(([, found = '']) => found);
  return paths
    .filter((found) => !ONLY_LEAD_ON.includes(found))
    .map((found) =>
      found.replaceAll(/\$(\w+)/g, (_, name: string) => {
        const value = parameters[name as keyof PageParameters];
        if (value === undefined) throw new Error(`${found}: nothing is known of ${name}`);
        return value;
      }),
    );
}
