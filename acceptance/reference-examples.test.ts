// Every example of a reference page fits the answer that the contract promises: no field is lacking, and none is made up.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { AccountBalance } from '@kvartplata/contracts/billing/account-balances.ts';
import { Adjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { AppliedCycle } from '@kvartplata/contracts/billing/apply.ts';
import { CalculationJob } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import { Charge } from '@kvartplata/contracts/billing/charges.ts';
import { ClosingCheck } from '@kvartplata/contracts/billing/closing-checks.ts';
import { CorrectionOutcome } from '@kvartplata/contracts/billing/corrections.ts';
import { InstalmentPart } from '@kvartplata/contracts/billing/instalments.ts';
import { LedgerEntry } from '@kvartplata/contracts/billing/ledger-entries.ts';
import { PayeeTurnover } from '@kvartplata/contracts/billing/payee-reports.ts';
import { Payment } from '@kvartplata/contracts/billing/payments.ts';
import { CalculatedPenalty } from '@kvartplata/contracts/billing/penalties.ts';
import { listPenaltyAccruals } from '@kvartplata/contracts/billing/penalty-accruals.ts';
import { PenaltyRate } from '@kvartplata/contracts/billing/penalty-rates.ts';
import { PenaltyRule } from '@kvartplata/contracts/billing/penalty-rules.ts';
import { schemaChecks } from '@kvartplata/platform/http/schema-checks.ts';

const PAGES = path.resolve(import.meta.dirname, '../docs/reference');

/** What the JSON of a page is. */
const SHOWN: Readonly<Record<string, object>> = {
  'account-balances': AccountBalance,
  adjustments: Adjustment,
  'calculation-jobs': CalculationJob,
  charges: Charge,
  'closing-checks': ClosingCheck,
  corrections: CorrectionOutcome,
  cycles: AppliedCycle,
  instalments: InstalmentPart,
  'ledger-entries': LedgerEntry,
  payees: PayeeTurnover,
  payments: Payment,
  penalties: CalculatedPenalty,
  'penalty-accruals': listPenaltyAccruals.answers[200],
  'penalty-rates': PenaltyRate,
  'penalty-rules': PenaltyRule,
  stornos: LedgerEntry,
};

/** Answers may gain fields; an example has only those of its time. */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const parts = Object.fromEntries(
    Object.entries(schema).map(([key, part]) => [key, closed(part)]),
  );
  return 'properties' in parts ? { additionalProperties: false, ...parts } : parts;
}

const examples = readdirSync(PAGES).flatMap((file) => {
  const text = readFileSync(path.join(PAGES, file), 'utf8');
  return [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, json = '']) => ({
    page: path.basename(file, '.md'),
    json,
  }));
});

test('every page with an example is known here, and no other', () => {
  const pages = new Set(examples.map(({ page }) => page));
  assert.deepEqual([...pages].toSorted(), Object.keys(SHOWN).toSorted());
});

for (const { page, json } of examples)
  test(`the example of ${page}.md is as the contract says`, () => {
    const check = schemaChecks().Compile(closed(SHOWN[page] ?? {}) as object);
    assert.deepEqual(check.Errors(JSON.parse(json)), [], page);
  });
