// `npm run bench [-- name [arguments]]`: runs the benchmarks, all or the named one, and prints each figure beside its
// limit. A figure is a ratio to a limit measured in the same run; nothing here passes or fails.
import { benchAccountList } from './account-list/account-list.ts';
import { benchApply } from './apply/apply-cycle.ts';
import { benchCalculation } from './calculation/calculation.ts';
import { benchCharging } from './charging/house-month.ts';
import { benchOverload } from './http/overload.ts';
import { benchReads } from './http/reads.ts';
import { benchImport } from './import/import-houses.ts';
import { benchPayments } from './payments/payment-rate.ts';
import { benchPenalties } from './penalties/penalties.ts';
import { benchReceipts } from './receipts/house-receipts.ts';
import { benchReports } from './reports/reports.ts';
import { benchRowSecurity } from './row-security/point-reads.ts';
import { benchStart } from './start/start-time.ts';

export type Measured = {
  readonly name: string;
  /** What is measured, and the bare thing that it cannot beat. */
  readonly what: string;
  readonly limit: string;
  readonly ours: readonly number[];
  readonly limits: readonly number[];
  /** What else was seen, a line a run. */
  readonly notes?: readonly string[];
};

const BENCHMARKS: Readonly<
  Record<string, (args: readonly string[]) => Promise<readonly Measured[]>>
> = {
  calculation: benchCalculation,
  apply: benchApply,
  start: benchStart,
  'row-security': benchRowSecurity,
  charging: benchCharging,
  payments: benchPayments,
  penalties: benchPenalties,
  receipts: benchReceipts,
  'account-list': benchAccountList,
  import: benchImport,
  reports: benchReports,
  reads: benchReads,
  overload: benchOverload,
};

const [only, ...args] = process.argv.slice(2);
if (only !== undefined && !(only in BENCHMARKS)) {
  console.error(`There is no benchmark ${only}; there are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exit(1);
}
for (const [name, run] of Object.entries(BENCHMARKS)) {
  if (only !== undefined && only !== name) continue;
  for (const measured of await run(args)) {
    console.log(describe(measured));
    for (const note of measured.notes ?? []) console.log(`  ${note}`);
  }
}

function describe({ name, what, limit, ours, limits }: Measured): string {
  const [own, bare] = [median(ours), median(limits)];
  return `${name}: ${what} ${ms(own)} (${spread(ours)}) · limit: ${limit} ${ms(bare)} (${spread(limits)}) · ratio ${ratio(own, bare)}`;
}

/** A hundredth and less is told by how many times it is less. */
function ratio(own: number, bare: number): string {
  return own * 100 > bare ? (own / bare).toFixed(2) : `1/${Math.round(bare / own)}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

function spread(values: readonly number[]): string {
  return `${ms(Math.min(...values))}–${ms(Math.max(...values))}`;
}

function ms(value: number): string {
  return `${Math.round(value)} ms`;
}
