// `npm run verify-references`: checks whether the three databases belong together; exits 1 if one of them names what the other
// does not have. They are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, by default the embedded ones.
import { parseArgs } from 'node:util';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import type pg from 'pg';
import { openDatabases } from './backup/databases.ts';
import { isHelpTold } from './platform/command-help.ts';
import { openPicture } from './platform/open-picture.ts';
import { SERVICES, type ServiceName } from './platform/service-environment.ts';
import { findStrays, type Strays } from './references/find-strays.ts';

const HELP = `Searches the three databases for what one of them names and the other does not have, and prints a line for each. It only
reads.

  npm run verify-references

  --help   this text

The databases are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; if none is set, the embedded ones of
\`npm start\`. With DATA_DIR each that is not set is the embedded one in that folder.

Exit codes
  0   in order
  1   something is missing, or it could not look

docs/operating/backup.md says more.`;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  parseArgs({ options: {} });
  const { urlOf, placeOf, close } = await openDatabases(process.env, 'visit');
  try {
    for (const service of SERVICES) console.log(`${service}: ${placeOf(service)}`);
    const strays = await read(urlOf);
    console.log(describe(strays).join('\n'));
    if (Object.values(strays).some((found) => found.length > 0)) process.exitCode = 1;
  } finally {
    await close();
  }
} catch (error) {
  console.error(`Not verified: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}

async function read(urlOf: (service: ServiceName) => string): Promise<Strays> {
  const clients: pg.Client[] = [];
  const open = async (service: ServiceName): Promise<pg.Client> => {
    const client = await openPicture(urlOf(service), 'verify-references');
    clients.push(client);
    return client;
  };
  try {
    // A service that refers to the others' rows comes first: those are then in the later pictures too.
    const billing = await open('billing');
    const core = await open('core');
    const auth = await open('auth');
    const billingAfterCore = await open('billing');
    return await findStrays({ auth, core, billing, billingAfterCore });
  } finally {
    await Promise.all(clients.map(async (client) => client.end()));
  }
}

function describe({ houses, accounts, members, payees }: Strays): readonly string[] {
  const missing = [
    ...houses.map(
      ({ organizationId, houseId }) =>
        `organization ${organizationId}, house ${houseId}: billing has books of it, and core no such house`,
    ),
    ...accounts.map(
      ({ organizationId, houseId, personalAccountId }) =>
        `organization ${organizationId}, house ${houseId}, account ${personalAccountId}: billing has books of it, and core no such account`,
    ),
  ];
  const strangers = members.map(
    ({ organizationId, userId }) =>
      `organization ${organizationId}, user ${userId}: a member in core, and no user of auth`,
  );
  const unknown = payees.map(
    ({ organizationId, houseId, payeeId }) =>
      `organization ${organizationId}, house ${houseId}, payee ${payeeId}: named by a service in core, and no payee of billing`,
  );
  return [
    ...linesOf(missing, 'every house and account in billing’s books is in core'),
    ...linesOf(strangers, 'every member in core is a user of auth'),
    ...linesOf(unknown, 'every payee of a service in core is in billing'),
  ];
}

function linesOf(faults: readonly string[], order: string): readonly string[] {
  return faults.length === 0 ? [`✓ ${order}`] : faults.map((fault) => `✗ ${fault}`);
}
