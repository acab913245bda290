// The log of the import: every request to the bank, shown to admins.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import {
  importKeyRate,
  KeyRateImportRun,
  listKeyRateImports,
} from '@kvartplata/contracts/billing/key-rate-import.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { Check } from 'typebox/value';
import { openImportStand, type ImportStand } from '../../testing/import-stand.ts';

let stand: ImportStand;

before(async () => {
  stand = await openImportStand('2026-09-21T09:00:00Z');
  await stand.reset();
  stand.bank.tell(['2026-09-21', '14.00']);
  await stand.importNow();
  stand.bank.tell(['2026-09-21', '13.50'], ['2026-09-11', '14.00']);
  await stand.importNow();
  stand.bank.answerBy((response) => response.writeHead(500).end());
  await stand.billing.ask('admin', importKeyRate);
});
after(async () => stand.close());

async function runs(query = {}): Promise<PageOf<KeyRateImportRun>> {
  const { body: page } = await stand.billing.ask('admin', listKeyRateImports, { query });
  for (const run of page.items) assert.ok(Check(KeyRateImportRun, run), JSON.stringify(run));
  return page;
}

test('lists the newest first, with the bank’s rate and who asked', async () => {
  const { items } = await runs();
  assert.deepEqual(
    items.map(({ outcome, bankRate, requestedBy }) => [outcome, bankRate, requestedBy]),
    [
      ['failed', null, 999_999],
      ['added', { baseCbrRate: '13.5000', on: '2026-09-21' }, 999_999],
      ['unchanged', { baseCbrRate: '14.0000', on: '2026-09-21' }, 999_999],
    ],
  );
  assert.deepEqual(
    items.map(({ remarks }) => remarks.map(({ code }) => code)),
    [['bank-unavailable'], [], []],
  );
});

test('is paged', async () => {
  const first = await runs({ limit: 2 });
  const second = await runs({ limit: 2, cursor: first.nextCursor });
  assert.deepEqual(
    [...first.items, ...second.items].map(({ outcome }) => outcome),
    ['failed', 'added', 'unchanged'],
  );
  assert.equal(second.nextCursor, null);
});

test('is for admins', async () => {
  assert.equal((await stand.billing.ask(1, listKeyRateImports)).status, 403);
});
