// `npm run test:distributed [-- files]`: the tests of a distributed database, on a coordinator and two workers; core's and
// billing's databases of any other named test are distributed as well. Without Citus it reports that and succeeds, unless
// EXPECT_CITUS=1.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { globSync } from 'node:fs';
import path from 'node:path';
import { startEngineCluster, whyNoEngine } from '@kvartplata/platform/testing/engine-cluster.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Tests of single services, and of all three: their statements go to the nodes, and any that the nodes refuse fails here. */
const OF_SERVICES = [
  'core/src/registry/houses/houses',
  'core/src/registry/organizations/organizations',
  'core/src/registry/absences/absences',
  'core/src/registry/rooms/rooms',
  'core/src/exchange/lookups/lookups',
  'core/src/exchange/billing-snapshot/house-versions',
  'core/src/exchange/billing-snapshot/several-houses',
  'core/src/exchange/receipt-facts/receipt-facts',
  'core/src/exchange/residents-door/residents-door',
  'core/src/exchange/imports/gis-accounts',
  'core/src/exchange/imports/gis-meters',
  'core/src/exchange/imports/houses-import',
  'core/src/exchange/imports/meters-import',
  'core/src/exchange/imports/readings-import',
  'core/src/exchange/imports/services-import',
  'core/src/exchange/imports/services-payees',
  'core/src/exchange/imports/undo-services',
  'core/src/exchange/moves/moves',
  'core/src/metering/readings/readings',
  'core/src/exchange/closing-facts/closing-facts',
  'core/src/prices/house-services/house-services',
  'core/src/prices/house-setups/house-setups',
  'core/src/prices/utility-services/own-services',
  'billing/src/month/calculation-jobs/charged-accounts',
  'billing/src/month/calculation-jobs/charged-payees',
  'billing/src/month/calculation-jobs/compute-batch',
  'billing/src/month/charges/outliers',
  'billing/src/month/apply/late-house',
  'billing/src/month/apply/outdated-houses',
  'billing/src/month/close/passed-over-months',
  'billing/src/month/close/reopen',
  'billing/src/books/ledger-entries/posting',
  'billing/src/books/cycles/month-partitions',
  'billing/src/books/ledger-verification/verify-ledger-job',
  'billing/src/books/seals/witnesses',
  'billing/src/debts/court-cases/court-cases',
  'billing/src/debts/restriction-notices/restriction-notices',
  'billing/src/debts/debt-letters/debt-letters',
  'billing/src/debts/debt-certificates/debt-certificates',
  'billing/src/paper/all-houses',
  'billing/src/paper/debt-requests/debt-requests',
  'billing/src/paper/deliveries/bounces',
  'billing/src/paper/deliveries/deliveries',
  'billing/src/paper/gis-zhkh/gis-answers',
  'billing/src/paper/gis-zhkh/gis-payments',
  'billing/src/paper/gis-zhkh/gis-readings',
  'billing/src/paper/gis-zhkh/gis-zhkh',
  'billing/src/paper/payees/payees-report',
  'billing/src/paper/receipt-files/receipt-files',
  'billing/src/paper/receipt-pages/residents-door',
  'billing/src/payments/adjustments/adjustments',
  'billing/src/payments/adjustments/second-person',
  'billing/src/payments/opening-balances/move-openings',
  'billing/src/payments/opening-balances/opening-balances',
  'billing/src/payments/payment-imports/repeated-imports',
  'billing/src/payments/unidentified-payments/unidentified-payments',
  'billing/src/penalties/instalments/instalments',
  'billing/src/penalties/penalty-accruals/accrual-jobs',
]
  .map((name) => `services/${name}.test.ts`)
  .concat(
    [
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
      'page-payments',
      'receipt-page',
      'webhooks',
      'worked-figures',
    ].map((name) => `acceptance/${name}.test.ts`),
  );

const why = whyNoEngine();
process.exitCode = why === undefined ? await run(process.argv.slice(2)) : refuse(why);

function refuse(reason: string): number {
  console.log(`Nothing was tested: ${reason}.`);
  return process.env['EXPECT_CITUS'] === '1' ? 1 : 0;
}

async function run(named: readonly string[]): Promise<number> {
  const startedAt = performance.now();
  const cluster = await startEngineCluster();
  const all = [...globSync('distributed/**/*.test.ts', { cwd: root }), ...OF_SERVICES];
  const files = named.length > 0 ? named : all;
  try {
    const tests = spawn(process.execPath, ['tools/test.ts', ...files], {
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
