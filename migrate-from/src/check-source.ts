// Checks the whole former application before a row is copied, and reports everything about every row that the platform would
// refuse.
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import type { Catalogue } from './catalogue.ts';
import { findImpossibleOrganizations, findImpossibleUsers } from './edge-checks.ts';
import { FORMER_REFERENCES } from './former-shape.ts';
import { describeFinding, type Finding } from './finding.ts';
import type { Plan } from './plan.ts';
import { findBrokenRows, findDanglingRows, findRepeatedRows } from './row-checks.repository.ts';
import { rowRules } from './row-rules.ts';
import { findMisfits } from './special-checks.repository.ts';
import { findBadTexts } from './text-checks.ts';

/** How many faults are remembered in order to report each once; beyond that some may be reported twice. */
const REMEMBERED = 100_000;

/** Every fault of every row once, however many tables have the rule. @throws the signal's reason */
export async function* checkSource(
  former: Executor,
  plan: Plan,
  catalogue: Catalogue,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  const told = new Set<string>();
  for await (const finding of allFindings(former, plan, catalogue, signal)) {
    const words = describeFinding(finding);
    if (told.has(words)) continue;
    if (told.size < REMEMBERED) told.add(words);
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
  signal.throwIfAborted();
  const asked = new Set<string>();
  for await (const finding of findImpossible(former)) {
    if (asked.size < REMEMBERED) asked.add(placeOf(finding));
    yield finding;
  }
  // The entries of charges are valid if the charges are.
  for (const { transfer, table } of all.filter((one) => one.transfer !== billing.chargeEntries)) {
    signal.throwIfAborted();
    for await (const finding of findBrokenRows(former, transfer, table, rowRules(transfer, table)))
      // What a service requires of a field in a request includes everything that the field's table requires.
      if (!asked.has(placeOf(finding))) yield finding;
    for (const unique of table.uniques)
      if (unique.columns.every((column) => column in transfer.columns))
        yield* findRepeatedRows(former, transfer, table, unique);
  }
  signal.throwIfAborted();
  yield* findMisfits(former, catalogue);
  yield* findBadTexts(former);
}

async function* findImpossible(former: Executor): AsyncGenerator<Finding> {
  yield* findImpossibleUsers(former);
  yield* findImpossibleOrganizations(former);
}

function placeOf({ table, id, column }: Finding): string {
  return `${table} ${id} ${column}`;
}
