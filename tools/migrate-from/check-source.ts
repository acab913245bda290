// Looks through the whole former application before a row is copied, and names every row that the platform would
// refuse.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import type { Catalogue } from './catalogue.ts';
import { findImpossibleOrganizations, findImpossibleUsers } from './edge-checks.ts';
import { FORMER_REFERENCES } from './former-shape.ts';
import type { Finding } from './finding.ts';
import type { Plan } from './plan.ts';
import { findBrokenRows, findDanglingRows, findRepeatedRows } from './row-checks.repository.ts';
import { rowRules } from './row-rules.ts';
import { findMisfits } from './special-checks.repository.ts';

/** So many faults are remembered, for telling each once; a base with more tells some of them twice. */
const REMEMBERED = 100_000;

/** One fault a row and column: the first that is found. @throws the signal's reason */
export async function* checkSource(
  former: Executor,
  plan: Plan,
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const told = new Set<string>();
  for await (const finding of allFindings(former, plan, catalogue, signal)) {
    const key = `${finding.table} ${finding.id} ${finding.column}`;
    if (told.has(key)) continue;
    if (told.size < REMEMBERED) told.add(key);
    yield finding;
  }
}

async function* allFindings(
  former: Executor,
  { all, billing }: Plan,
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const reference of FORMER_REFERENCES) yield* findDanglingRows(former, reference);
  // The entries of charges fit when the charges do.
  for (const { transfer, table } of all.filter((one) => one.transfer !== billing.chargeEntries)) {
    signal.throwIfAborted();
    yield* findBrokenRows(former, transfer, table, rowRules(transfer, table));
    for (const unique of table.uniques)
      if (unique.columns.every((column) => column in transfer.columns))
        yield* findRepeatedRows(former, transfer, table, unique);
  }
  signal.throwIfAborted();
  yield* findMisfits(former, catalogue);
  yield* findImpossibleUsers(former);
  yield* findImpossibleOrganizations(former);
}
