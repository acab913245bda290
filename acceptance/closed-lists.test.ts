// The reference pages that enumerate a closed list of codes name all of it.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { AllocationGround, AllocationReason } from '@kvartplata/contracts/billing/payments.ts';
import { SKIP_CODES } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import { JOB_ERROR_CODES } from '@kvartplata/contracts/job-errors.ts';
import { REASON_CODES } from '@kvartplata/domain/charging/charge-rules.ts';
import { RATE_TYPE_NAMES } from '@kvartplata/domain/charging/charging-methods.ts';

const PAGES = path.resolve(import.meta.dirname, '../docs/reference');

const LISTS: readonly (readonly [page: string, what: string, codes: readonly string[]])[] = [
  ['charges', 'kind of charge', Object.keys(RATE_TYPE_NAMES)],
  ['charges', 'rule of a volume', REASON_CODES],
  ['calculation-jobs', 'reason to skip an account', SKIP_CODES],
  ['calculation-jobs', 'reason for which a job fails', JOB_ERROR_CODES],
  ['payments', 'reason to change an allocation', AllocationReason.anyOf.map((one) => one.const)],
  ['payments', 'ground of an allocation', AllocationGround.anyOf.map((one) => one.const)],
];

for (const [page, what, codes] of LISTS)
  test(`${page}.md names every ${what}`, () => {
    const text = readFileSync(path.join(PAGES, `${page}.md`), 'utf8');
    assert.deepEqual(
      codes.filter((code) => !text.includes(`\`${code}\``)),
      [],
    );
  });
