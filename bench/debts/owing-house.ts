// A house whose accounts all owe six months: the data in the ledger and in core.
import { CONTRACTOR } from '@kvartplata/billing-service/src/testing/contractor.ts';
import { makeReceipt } from '@kvartplata/billing-service/src/testing/drawn-receipt.ts';
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import type { ReceiptFacts } from '@kvartplata/contracts/core/receipt-facts.ts';
import { sql, type Kysely } from 'kysely';

/** On this day every month is overdue. */
export const MADE_ON = '2026-08-01';

const MONTHS = ['2026-01', '2026-02', '2026-03', '2026-04', '2026-05', '2026-06'];
const SERVICES = 8;

/** Eight charges per account and month. */
export async function bookDebts(db: Kysely<unknown>, accounts: number): Promise<void> {
  const days = MONTHS.map((month) => `${month}-01`);
  await sql`alter table charges disable trigger user`.execute(db);
  await sql`alter table charge_templates disable trigger user`.execute(db);
  for (const day of days) {
    await sql`select app.ensure_month(${day}::date)`.execute(db);
    await sql`
      insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing, basis)
      values (1, 1, ${day}, 1, 'norm', 'area', 49.19, false, '{"rule": "area", "daysInMonth": 31, "parts": []}')
    `.execute(db);
    await sql`
      insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
        consumption, amount, own)
      select 1, 1, ${day}, account, service, 0, 1, 7.69, 100 + account % 97, ''
      from generate_series(1, ${accounts}::integer) as account, generate_series(1, ${SERVICES}::integer) as service
    `.execute(db);
  }
  await sql`alter table charges enable trigger user`.execute(db);
  await sql`alter table charge_templates enable trigger user`.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select house_id, personal_account_id, id, period, organization_id, 'CHARGE', 'principal', amount, 0, id, period
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

export function cardOf(personalAccountId: number): AccountCard {
  return {
    personalAccountId,
    houseId: 1,
    organizationName: CONTRACTOR.name,
    accountNumber: `LS${personalAccountId}`,
    gisAccountNumber: null,
    gisServiceId: null,
    payer: 'Иванова Мария Ивановна',
    payerInn: null,
    payerAddress: null,
    address: 'г. Москва, ул. Садовая, д. 12',
    roomKind: 'residential',
    roomNumber: String(personalAccountId),
    area: '54.00',
    openedOn: '2020-01-01',
    closedOn: null,
  };
}

export function factsOf(): ReceiptFacts {
  const { account, house } = makeReceipt();
  return {
    contractor: CONTRACTOR,
    house,
    norms: [],
    accounts: [{ ...account, personalAccountId: 1, accountNumber: 'LS1' }],
    next: null,
  };
}
