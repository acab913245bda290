// `npm run restore -- <folder> [--overwrite]`: puts the databases of a backup back, and looks whether the books add up. The
// targets are AUTH_DATABASE_URL, CORE_DATABASE_URL and BILLING_DATABASE_URL; each that is not set is the embedded one.
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
import { SERVICES, type ServiceName } from './platform/service-environment.ts';

/** Nobody else works on the database yet. */
const LANES = 2;

try {
  const { folder, overwrite } = readRequest(process.argv.slice(2), ['overwrite'], process.env);
  const { databases, takenAt, checkpoint } = readManifest(folder);
  await checkSums(folder, Object.values(databases));
  const { urlOf, close } = await openDatabases(process.env, 'hold');
  try {
    for (const service of SERVICES) await checkTarget(service, urlOf(service), overwrite);
    for (const service of SERVICES) {
      await putBack(service, urlOf(service), folder, databases[service]);
      console.log(`${service}: ${databases[service].tables.length} tables`);
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
