// `npm run verify-ledger`: looks through billing's ledger for what must never be; exit code 1 when something is there.
// Takes BILLING_DATABASE_URL, else the embedded database, whether the platform runs or not.
import {
  isInOrder,
  verifyLedger,
  type LedgerFaults,
} from '@kvartplata/billing-service/src/books/ledger-verification/ledger-verification.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { ConfigurationError } from '@kvartplata/platform/config/config.ts';
import { postgresUrl } from '@kvartplata/platform/config/readers.ts';
import { openDatabase } from '@kvartplata/platform/database/database.ts';
import { explainStartFailure } from '@kvartplata/platform/lifecycle/run-service.ts';
import { visitEmbedded, type EmbeddedDatabases } from './platform/embedded-databases.ts';

const CHAIN_FAULTS: Readonly<Record<LedgerFaults['chainFaults'][number]['fault'], string>> = {
  entries: 'its entries are not what they were when they were booked',
  documents: 'its payments, allocations, stornos or accruals are not what they were',
  order: 'it does not follow from the one before, or is not the last although it should be',
  unlinked: 'an entry that no booking has made',
};

let embedded: EmbeddedDatabases | undefined;
try {
  const named = namedUrl(process.env['BILLING_DATABASE_URL']);
  if (named === undefined) embedded = await visitEmbedded(process.env, ['billing']);
  const faults = await verify(named ?? embedded?.urlOf('billing') ?? '');
  console.log(describe(faults));
  if (!isInOrder(faults)) process.exitCode = 1;
} catch (error) {
  console.error(`Not verified: ${explainStartFailure(error)}`);
  process.exitCode = 1;
} finally {
  await embedded?.close();
}

async function verify(url: string): Promise<LedgerFaults> {
  const { db } = openDatabase<BillingTables>({
    url,
    poolSize: 1,
    applicationName: 'verify-ledger',
  });
  try {
    return await verifyLedger(db);
  } finally {
    await db.destroy();
  }
}

/** @throws ConfigurationError when it is no URL */
function namedUrl(value: string | undefined): string | undefined {
  if (!value) return undefined;
  try {
    return postgresUrl(value);
  } catch (error) {
    throw new ConfigurationError([`BILLING_DATABASE_URL ${(error as Error).message}`]);
  }
}

function describe({ drift, strayPayments, wrongSums, chainFaults }: LedgerFaults): string {
  return [
    ...drift.map(
      (row) =>
        `✗ house ${row.houseId}, account ${row.personalAccountId}: its balance is ${row.principalDrift} of principal and ${row.penaltyDrift} of penalties above the sum of its entries`,
    ),
    ...(drift.length === 0 ? ['✓ every balance is the sum of its entries'] : []),
    ...strayPayments.map(
      (row) =>
        `✗ house ${row.houseId}, account ${row.personalAccountId}, payment ${row.paymentId}: ${row.allocated} of ${row.expected} are allocated`,
    ),
    ...(strayPayments.length === 0 ? ['✓ every payment is allocated once and whole'] : []),
    ...wrongSums.map(
      ({ houseId, period }) =>
        `✗ house ${houseId}, month ${period}: its sums are not what its entries come to`,
    ),
    ...(wrongSums.length === 0 ? ['✓ every sum of a month is what its entries come to'] : []),
    ...chainFaults.map(
      ({ houseId, number, period, fault }) =>
        `✗ house ${houseId}, link ${number ?? 'none'}, month ${period ?? 'unknown'}: ${CHAIN_FAULTS[fault]}`,
    ),
    ...(chainFaults.length === 0 ? ['✓ every entry is what it was when it was booked'] : []),
  ].join('\n');
}
