// Everything that is copied, with the requirements of the platform's tables.
import type { Catalogue } from './catalogue.ts';
import { USERS } from './auth-tables.ts';
import { billingTransfers, type BillingTransfers } from './billing-tables.ts';
import { coreTransfers } from './core-tables.ts';
import { CopyRefusal } from './refusal.ts';
import { findTable, type TableDescription } from './table-description.repository.ts';
import type { TargetName, Targets } from './targets.ts';
import type { Transfer } from './transfer.ts';

export type PlannedTransfer = {
  readonly target: TargetName;
  readonly transfer: Transfer;
  readonly table: TableDescription;
};

export type Plan = {
  readonly core: readonly Transfer[];
  readonly billing: BillingTransfers;
  /** In the order of copying; includes what follows from other rows, for the comparison. */
  readonly all: readonly PlannedTransfer[];
  readonly tableOf: (transfer: Transfer) => TableDescription;
};

/** @throws CopyRefusal when a target lacks a table */
export async function makePlan(
  targets: Targets,
  catalogue: Catalogue,
  highestBillId: number,
): Promise<Plan> {
  const core = coreTransfers(catalogue);
  const billing = billingTransfers(catalogue, highestBillId);
  const all: PlannedTransfer[] = [];
  const add = async (target: TargetName, transfers: readonly Transfer[]): Promise<void> => {
    for (const transfer of transfers)
      all.push({ target, transfer, table: await describe(targets, target, transfer) });
  };
  await add('auth', [USERS]);
  await add('core', core);
  await add('billing', Object.values(billing));
  const tables = new Map(all.map(({ transfer, table }) => [transfer, table]));
  return {
    core,
    billing,
    all,
    tableOf: (transfer) => {
      const table = tables.get(transfer);
      if (table === undefined) throw new Error(`${transfer.table} is not in the plan`);
      return table;
    },
  };
}

/** The table, including the columns of the tables beside it that the transfer fills. */
async function describe(
  targets: Targets,
  target: TargetName,
  { table: name, beside, columns }: Transfer,
): Promise<TableDescription> {
  const table = await getTable(targets, target, name);
  const known = new Set(table.columns.map((column) => column.name));
  const isAdded = (column: string) => column in columns && !known.has(column);
  const others = await Promise.all(
    (beside?.tables ?? []).map(async (other) => getTable(targets, target, other)),
  );
  return {
    ...table,
    columns: [
      ...table.columns,
      ...others.flatMap((other) => other.columns.filter((column) => isAdded(column.name))),
    ],
    checks: [
      ...table.checks,
      ...others.flatMap((other) => other.checks.filter((check) => check.columns.every(isAdded))),
    ],
  };
}

async function getTable(
  targets: Targets,
  target: TargetName,
  name: string,
): Promise<TableDescription> {
  const table = await findTable(targets[target], name);
  if (table === undefined)
    throw new CopyRefusal(
      `The ${target} database has no table ${name}: bring it up to date with \`npm run migrate\`, or \`npm start\` for an embedded one.`,
    );
  return table;
}
