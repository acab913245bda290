// Where a service's first schema ends. It runs on an empty database and may do anything; the later migrations run while people
// work, and are checked.
import { readdirSync } from 'node:fs';
import path from 'node:path';
import { SERVICES, type ServiceName } from '../platform/service-environment.ts';

/** The number of its last file. */
const LAST_OF_FIRST: Readonly<Record<ServiceName, string>> = {
  auth: '0006',
  core: '0011',
  billing: '0019',
};

/**
 * @param root of the project
 * @returns the paths of the migrations after the first schemas, relative to the root
 * @throws when the last file of a first schema does not exist: it was rewritten, and its end has to be updated here
 */
export function listLaterMigrations(root: string): readonly string[] {
  return SERVICES.flatMap((service) => {
    const folder = path.join('services', service, 'migrations');
    const names = readdirSync(path.join(root, folder)).sort();
    const last = LAST_OF_FIRST[service];
    if (!names.some((name) => name.startsWith(last)))
      throw new Error(
        `the first schema of ${service} is said to end with ${last}, which is not there: see LAST_OF_FIRST in tools/sql/first-schema.ts`,
      );
    return names
      .filter((name) => name.slice(0, last.length) > last)
      .map((name) => path.join(folder, name));
  });
}
