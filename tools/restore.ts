// `npm run restore -- <folder> [--overwrite]`: restores the databases of a backup, and checks whether the books add up. The
// targets are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL, by default the embedded ones.
import {
  isInOrder,
  verifyLedger,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { openDatabases } from './backup/databases.ts';
import { checkSums, readManifest } from './backup/manifest.ts';
import { checkTarget, putBack } from './backup/put-back.ts';
import { readRequest } from './backup/request.ts';
import { isHelpTold } from './platform/command-help.ts';
import { SERVICES, type ServiceName } from './platform/service-environment.ts';

const HELP = `Puts the databases of a backup back into empty ones, and looks whether the books add up. Stop the services first.

  npm run restore -- <folder> [--overwrite]

  <folder>      what \`npm run backup\` has made
  --overwrite   drop what the databases hold
  --help        this text

The databases are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; if none is set, the embedded ones of
\`npm start\`. With DATA_DIR each that is not set is the embedded one in that folder.

Exit codes
  0   restored and verified
  1   not restored, or the books do not add up

docs/operating/backup.md says more.`;

/** Nobody else is using the database yet. */
const LANES = 2;

try {
  if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
  const { folder, overwrite } = readRequest(process.argv.slice(2), ['overwrite'], process.env);
  const { databases, takenAt, checkpoint } = readManifest(folder);
  await checkSums(folder, Object.values(databases));
  const { urlOf, placeOf, close } = await openDatabases(process.env, 'hold');
  try {
    for (const service of SERVICES) await checkTarget(service, urlOf(service), overwrite);
    for (const service of SERVICES) {
      await putBack(service, urlOf(service), folder, databases[service]);
      console.log(
        `${service}: ${databases[service].tables.length} tables, into ${placeOf(service)}`,
      );
    }
    if (await addsUp(urlOf, checkpoint ?? undefined))
      console.log(`Restored as of ${takenAt}; every balance, payment and link is in order.`);
    else
      throw new Error(
        `the books do not add up: npm run verify-ledger -- --since ${folder}/manifest.json says where`,
      );
  } finally {
    await close();
  }
} catch (error) {
  console.error(`Not restored: ${explainStartFailure(error)}`);
  process.exitCode = 1;
}

async function addsUp(
  urlOf: (service: ServiceName) => string,
  head: string | undefined,
): Promise<boolean> {
  const { db } = openDatabase<BillingTables>({
    url: urlOf('billing'),
    poolSize: LANES,
    applicationName: 'restore',
  });
  try {
    return isInOrder(await verifyLedger(db, { head }, LANES));
  } finally {
    await db.destroy();
  }
}
