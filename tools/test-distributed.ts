// `npm run test:distributed [-- --all | files]`: the tests of a distributed database and some that need all three services, on a
// coordinator and two workers; with `--all`, as every night, also tests of single services and of pages. core's and billing's
// databases of any other named test are distributed as well. Without Citus it reports that and succeeds, unless EXPECT_CITUS=1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startEngineCluster, whyNoEngine } from '@kvartplata/platform/testing/engine-cluster.ts';
import { isHelpTold } from './platform/command-help.ts';

const HELP = `The tests of a distributed database, and some of all three services, on a coordinator and two workers.

  npm run test:distributed [-- --all | <files>]

  <files>   these tests instead
  --all     also tests of single services and of pages, as every night
  --help    this text

It needs Citus: docs/testing.md says more.`;

const root = path.resolve(import.meta.dirname, '..');
/** What the nodes refuse of all that the services ask in these tests fails here. */
const OF_ALL_SERVICES = [
  'account-services',
  'audit',
  'client',
  'deleted-accounts',
  'far-months',
  'imported-house',
  'members',
  'mixed-places',
  'moved-company',
  'nothing-charged',
  'webhooks',
  'worked-figures',
].map((name) => `acceptance/${name}.test.ts`);
/** The same of single services and of pages: too long for every change. */
const EVERY_NIGHT = [
  'acceptance/page-payments',
  'acceptance/receipt-page',
  'services/core/src/registry/houses/houses',
  'services/core/src/registry/organizations/organizations',
  'services/core/src/registry/absences/absences',
  'services/core/src/registry/rooms/rooms',
  'services/core/src/exchange/lookups/lookups',
  'services/core/src/exchange/billing-snapshot/house-versions',
  'services/core/src/exchange/billing-snapshot/several-houses',
  'services/core/src/exchange/receipt-facts/receipt-facts',
  'services/core/src/exchange/residents-door/residents-door',
  'services/core/src/exchange/imports/gis-accounts',
  'services/core/src/exchange/imports/gis-meters',
  'services/core/src/exchange/imports/houses-import',
  'services/core/src/exchange/imports/meters-import',
  'services/core/src/exchange/imports/readings-import',
  'services/core/src/exchange/imports/services-import',
  'services/core/src/exchange/imports/services-payees',
  'services/core/src/exchange/imports/undo-services',
  'services/core/src/exchange/moves/moves',
  'services/core/src/metering/readings/readings',
  'services/core/src/exchange/closing-facts/closing-facts',
  'services/core/src/prices/house-services/house-services',
  'services/core/src/prices/house-setups/house-setups',
  'services/core/src/prices/utility-services/own-services',
  'services/billing/src/month/calculation-jobs/charged-accounts',
  'services/billing/src/month/calculation-jobs/charged-payees',
  'services/billing/src/month/calculation-jobs/compute-batch',
  'services/billing/src/month/charges/outliers',
  'services/billing/src/month/apply/late-house',
  'services/billing/src/month/apply/outdated-houses',
  'services/billing/src/month/close/passed-over-months',
  'services/billing/src/month/close/reopen',
  'services/billing/src/books/ledger-entries/posting',
  'services/billing/src/books/cycles/month-partitions',
  'services/billing/src/books/ledger-verification/verify-ledger-job',
  'services/billing/src/books/seals/witnesses',
  'services/billing/src/debts/court-cases/court-cases',
  'services/billing/src/debts/restriction-notices/restriction-notices',
  'services/billing/src/debts/debt-letters/debt-letters',
  'services/billing/src/debts/debt-certificates/debt-certificates',
  'services/billing/src/paper/all-houses',
  'services/billing/src/paper/debt-requests/debt-requests',
  'services/billing/src/paper/deliveries/bounces',
  'services/billing/src/paper/deliveries/deliveries',
  'services/billing/src/paper/deliveries/fair-letters',
  'services/billing/src/paper/gis-zhkh/gis-answers',
  'services/billing/src/paper/gis-zhkh/gis-payments',
  'services/billing/src/paper/gis-zhkh/gis-readings',
  'services/billing/src/paper/gis-zhkh/gis-zhkh',
  'services/billing/src/paper/payees/payees-report',
  'services/billing/src/paper/receipt-files/receipt-files',
  'services/billing/src/paper/receipt-pages/residents-door',
  'services/billing/src/payments/adjustments/adjustments',
  'services/billing/src/payments/adjustments/second-person',
  'services/billing/src/payments/opening-balances/late-openings',
  'services/billing/src/payments/opening-balances/move-openings',
  'services/billing/src/payments/opening-balances/opening-balances',
  'services/billing/src/payments/opening-balances/opening-penalties',
  'services/billing/src/payments/payment-imports/repeated-imports',
  'services/billing/src/payments/unidentified-payments/unidentified-payments',
  'services/billing/src/penalties/instalments/instalments',
  'services/billing/src/penalties/penalty-accruals/accrual-jobs',
].map((name) => `${name}.test.ts`);

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const why = whyNoEngine();
process.exitCode = why === undefined ? await run(process.argv.slice(2)) : refuse(why);

function refuse(reason: string): number {
  console.log(`Nothing was tested: ${reason}.`);
  return process.env['EXPECT_CITUS'] === '1' ? 1 : 0;
}

async function run(words: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const cluster = await startEngineCluster();
  try {
    const tests = spawn(process.execPath, ['tools/test.ts', ...filesOf(words)], {
      cwd: root,
      env: {
        ...process.env,
        TEST_CLUSTER_URLS: cluster.urls.join(' '),
        TEST_FILES_AT_ONCE: '2',
      },
      stdio: 'inherit',
    });
    // On Ctrl-C end the tests and then the cluster.
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.on(signal, () => tests.kill(signal));
    const [code] = (await once(tests, 'close')) as [number | null];
    return code ?? 1;
  } finally {
    await cluster.stop();
    const minutes = (performance.now() - startedAt) / 60_000;
    console.log(`All of it took ${minutes.toFixed(1)} minutes.`);
  }
}

function filesOf(words: readonly string[]): readonly string[] {
  const isAll = words[0] === '--all';
  if (words.length > 0 && !isAll) return words;
  const distributed = globSync('distributed/**/*.test.ts', { cwd: root });
  return [...distributed, ...OF_ALL_SERVICES, ...(isAll ? EVERY_NIGHT : [])];
}
