// A booked month whose receipts are drawn by benchmarks, and core's data about its accounts.
import assert from 'node:assert/strict';
import { createReceiptLinks } from '@kvartplata/billing-service/src/paper/receipt-links/receipt-links.service.ts';
import type { Receipts } from '@kvartplata/billing-service/src/paper/receipts/house-receipts.service.ts';
import type { Receipt } from '@kvartplata/billing-service/src/paper/receipts/receipt.ts';
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import { makeReceipt } from '@kvartplata/billing-service/src/testing/drawn-receipt.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { deriveKeys } from '@kvartplata/platform/identity/keys.ts';
import { sql, type Kysely } from 'kysely';

export type MonthSize = {
  /** Per house. */
  readonly accounts: number;
  readonly houses: number;
};

export const NOW = new Date('2026-08-01T09:00:00Z');
export const KEYS = deriveKeys(Buffer.alloc(32, 7));
const ACCOUNTS_PER_PAGE = 200;

export function receiptsMeans(): Receipts {
  return {
    links: createReceiptLinks(KEYS.links, 'https://receipts.example.org', () => NOW),
    checkpoints: {
      key: { origin: '', key: '', pastKeys: [] },
      last: async () => ({ size: 14, root: 'A'.repeat(44) }),
      prove: async () => assert.fail('a house has no proofs in its file'),
    },
    now: () => NOW,
  };
}

export function factsAfter(
  { accounts }: Pick<MonthSize, 'accounts'>,
  houseId: number,
  after: number,
): ReceiptFacts {
  const before = (houseId - 1) * accounts;
  const from = Math.max(after, before);
  const last = Math.min(from + ACCOUNTS_PER_PAGE, before + accounts);
  const ids = Array.from({ length: last - from }, (_, index) => from + index + 1);
  return { ...factsOf(houseId, ids), next: last < before + accounts ? last : null };
}

/** For some accounts, each with the e-mail address for its receipts. */
export function factsOf(houseId: number, ids: readonly number[]): ReceiptFacts {
  const { account, house } = makeReceipt();
  return {
    contractor: CONTRACTOR,
    house: { ...house, address: `${house.address}, корп. ${houseId}` },
    norms: [],
    accounts: ids.map((id) => ({
      ...account,
      personalAccountId: id,
      accountNumber: `LS${id}`,
      email: addressOf(id),
    })),
    next: null,
  };
}

export function addressOf(personalAccountId: number): string {
  return `ls${personalAccountId}@example.org`;
}

/** A booked month with eight charges per account in each of the houses. */
export async function fillMonth(
  db: Kysely<unknown>,
  { figures }: Receipt,
  { accounts, houses }: MonthSize,
): Promise<void> {
  const names = figures.lines.map(({ serviceName }) => serviceName);
  await sql`select app.ensure_month(date '2026-07-01')`.execute(db);
  await sql`
    insert into billing_cycles (organization_id, year, month, status, applied_at) values (1, 2026, 7, 'APPLIED', now())
  `.execute(db);
  await sql`
    insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
    select house, 1, nth, 'service-' || nth, name, 'м³', 'utility'
    from generate_series(1, ${houses}::integer) as house, unnest(${names}::text[]) with ordinality as names (name, nth)
  `.execute(db);
  await sql`alter table charges disable trigger user`.execute(db);
  await sql`alter table charge_templates disable trigger user`.execute(db);
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    select 1, house, '2026-07-01', 1, 'norm', 'area', 49.19, false, '{"rule": "area", "daysInMonth": 31, "parts": []}'
    from generate_series(1, ${houses}::integer) as house
  `.execute(db);
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
      consumption, amount, own)
    select 1, (account - 1) / ${accounts}::integer + 1, '2026-07-01', account, service, 0, 1, 7.69, 100 + account % 97, ''
    from generate_series(1, ${accounts * houses}::integer) as account, generate_series(1, 8) as service
  `.execute(db);
  await sql`alter table charges enable trigger user`.execute(db);
  await sql`alter table charge_templates enable trigger user`.execute(db);
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id, applied_at)
    select house, '2026-07-01', 1, 1, now() from generate_series(1, ${houses}::integer) as house
  `.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select house_id, personal_account_id, id, period, organization_id, 'CHARGE', 'principal', amount, 0, id, '2026-07-31'
    from charges
  `.execute(db);
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, last_updated_at)
    select house_id, personal_account_id, organization_id, sum(debit), now()
    from ledger_entries
    group by house_id, personal_account_id, organization_id
  `.execute(db);
  await sql`analyze`.execute(db);
}
