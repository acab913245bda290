// `npm run bench`: all benchmarks in short sizes, as a table of ratios. `npm run bench -- name [arguments]`: one benchmark in
// full size, each figure with its limit; `--json` prints one object per line. A ratio is relative to a limit measured in the
// same run, and passes or fails nothing; a benchmark that does not run to its end is a failure.
import { benchAccountList } from './account-list/account-list.ts';
import { benchApply } from './apply/apply-cycle.ts';
import { benchCalculation } from './calculation/calculation.ts';
import { benchCharging } from './charging/house-month.ts';
import { benchCompany } from './company/company.ts';
import { benchDeliveries } from './deliveries/deliveries.ts';
import { benchDebts } from './debts/debts.ts';
import { benchEngine } from './engine/engine.ts';
import { benchGisDocuments } from './gis-zhkh/gis-documents.ts';
import { benchGrowth } from './growth/growth.ts';
import { benchOverload } from './http/overload.ts';
import { benchReads } from './http/reads.ts';
import { benchImport } from './import/import-houses.ts';
import { benchLists } from './lists/lists.ts';
import type { Measured } from './measured.ts';
import { benchMove } from './move/move.ts';
import { benchOpening } from './opening/opening.ts';
import { benchPage } from './page/page.ts';
import { benchPayments } from './payments/payment-rate.ts';
import { benchPenalties } from './penalties/penalties.ts';
import { benchReceipts } from './receipts/house-receipts.ts';
import { benchResidents } from './residents/residents-door.ts';
import { benchReports } from './reports/reports.ts';
import { benchRowSecurity } from './row-security/point-reads.ts';
import { benchSeals } from './seals/seals.ts';
import { benchVerification } from './seals/verification.ts';
import { benchStart } from './start/start-time.ts';
import { renderTable, type Column } from '../tools/demo/table.ts';
import { isHelpTold } from '../tools/platform/command-help.ts';

const BENCHMARKS: Readonly<
  Record<string, (args: readonly string[]) => Promise<readonly Measured[]>>
> = {
  calculation: benchCalculation,
  apply: benchApply,
  start: benchStart,
  'row-security': benchRowSecurity,
  charging: benchCharging,
  payments: benchPayments,
  seals: benchSeals,
  verification: benchVerification,
  penalties: benchPenalties,
  receipts: benchReceipts,
  deliveries: benchDeliveries,
  residents: benchResidents,
  'gis-documents': benchGisDocuments,
  debts: benchDebts,
  'account-list': benchAccountList,
  import: benchImport,
  opening: benchOpening,
  move: benchMove,
  reports: benchReports,
  reads: benchReads,
  overload: benchOverload,
  page: benchPage,
  growth: benchGrowth,
  engine: benchEngine,
  company: benchCompany,
  lists: benchLists,
};

type Row = {
  readonly name: string;
  readonly ratio: string;
  readonly goal: string;
  readonly what: string;
};

const COLUMNS: readonly Column<Row>[] = [
  { title: 'benchmark', of: ({ name }) => name },
  { title: 'ratio', of: (row) => row.ratio, align: 'right' },
  { title: 'goal', of: ({ goal }) => goal, align: 'right' },
  { title: 'size', of: ({ what }) => what },
];

const HELP = `Runs all benchmarks in short sizes, each beside a limit measured in the same run, or one of them in full size.

  npm run bench [-- [--json] <name> [<arguments>]]

  <name>   ${Object.keys(BENCHMARKS).join(', ')}
  --json   an object a line, for programs
  --help   this text

bench/results.md has what they measured.`;

if (isHelpTold(process.argv.slice(2), HELP)) process.exit(0);
const asJson = process.argv.includes('--json');
const [only, ...args] = process.argv.slice(2).filter((arg) => arg !== '--json');
if (only === undefined) await runAll();
else if (only in BENCHMARKS) await runOne(only);
else {
  console.error(`There is no benchmark ${only}; there are: ${Object.keys(BENCHMARKS).join(', ')}`);
  process.exitCode = 1;
}

async function runOne(name: string): Promise<void> {
  for (const measured of (await BENCHMARKS[name]?.(args)) ?? []) {
    if (asJson) {
      console.log(jsonOf(measured));
      continue;
    }
    console.log(describe(measured));
    for (const note of measured.notes ?? []) console.log(`  ${note}`);
  }
}

/** All benchmarks in short sizes, as one table: to see the effect of a change, and that each still runs; not for figures to record. */
async function runAll(): Promise<void> {
  const rows: Row[] = [];
  for (const [name, run] of Object.entries(BENCHMARKS)) {
    console.error(`${name} …`);
    try {
      rows.push(...(await run([])).map(rowOf));
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      rows.push({ name, ratio: '–', goal: '', what: `not measured: ${why}` });
      process.exitCode = 1;
    }
  }
  console.log(renderTable(COLUMNS, rows));
}

function rowOf({ name, what, ours, limits, goal }: Measured): Row {
  return {
    name,
    ratio: ratio(median(ours), median(limits)),
    goal: goal === undefined ? '' : ratio(goal, 1),
    what,
  };
}

function describe({ name, what, limit, ours, limits, unit = 'ms' }: Measured): string {
  const [own, bare] = [median(ours), median(limits)];
  const told = (value: number) => `${Math.round(value)} ${unit}`;
  const spread = (values: readonly number[]) =>
    `${told(Math.min(...values))}–${told(Math.max(...values))}`;
  return `${name}: ${what} ${told(own)} (${spread(ours)}) · limit: ${limit} ${told(bare)} (${spread(limits)}) · ratio ${ratio(own, bare)}`;
}

/** For programs: medians, in the unit of the figure. */
function jsonOf({ name, what, limit: of, ours, limits, goal, unit = 'ms' }: Measured): string {
  const [own, bare] = [median(ours), median(limits)];
  return JSON.stringify({
    name,
    what,
    unit,
    ours: own,
    limit: bare,
    of,
    ratio: own / bare,
    goal: goal ?? null,
    runs: ours.length,
  });
}

/** Ratios of a hundredth or less are shown as a fraction. */
function ratio(own: number, bare: number): string {
  return own * 100 > bare ? (own / bare).toFixed(2) : `1/${Math.round(bare / own)}`;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
