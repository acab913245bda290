// The turnover of a house of a thousand accounts over a year, as read by a request, compared with the bare sums of the same
// entries; and a workbook of 100,000 charges with the memory that it needs.
import assert from 'node:assert/strict';
import { writeCharges } from '@kvartplata/billing-service/src/paper/exports/exports.service.ts';
import type { BillingTables } from '@kvartplata/billing-service/src/tables.ts';
import { writeTurnover } from '@kvartplata/billing-service/src/paper/turnover/turnover.service.ts';
import type { Caller } from '@kvartplata/billing-service/src/access/access.service.ts';
import type { WriteReport } from '@kvartplata/billing-service/src/paper/report-files.ts';
import { parseBillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { spool } from '@kvartplata/platform/http/spooled-answer.ts';
import { visibilityOf } from '@kvartplata/platform/identity/memberships.ts';
import type { ReportFormat } from '@kvartplata/contracts/table-files.ts';
import { writeReport } from '@kvartplata/platform/table-files/write-report.ts';
import { sql, type Kysely } from 'kysely';
import type { Measured } from '../measured.ts';
import { callerOf } from '../billing-caller.ts';
import { sized } from '../size.ts';
import { onThrowaway } from '../throwaway-database.ts';

const PAIRS = sized({ whole: 9, short: 3 });
const ACCOUNTS = 1_000;
const SERVICES = 8;
/** The size of the house whose month is exported: 100,000 charges. */
const EXPORTED_ACCOUNTS = sized({ whole: 12_500, short: 2_000 });
const EXPORTS = 3;
const LOOK_EVERY_MS = 10;
const FIRST = parseBillingMonth('2025-01');
const LAST = parseBillingMonth('2025-12');

export async function benchReports(): Promise<readonly Measured[]> {
  return onThrowaway<BillingTables, readonly Measured[]>('billing', async ({ owner, open }) => {
    const application = open(4);
    await fill(owner);
    const db = application.seeing(() => visibilityOf([{ organizationId: 1, role: 'viewer' }]));
    const caller = callerOf(db, EXPORTED_ACCOUNTS, NAMING);
    return [
      await benchTurnover(caller, owner, 'json'),
      await benchTurnover(caller, owner, 'xlsx'),
      await benchExport(caller, owner),
    ];
  });
}

async function benchTurnover(
  caller: Caller,
  owner: Kysely<unknown>,
  format: ReportFormat,
): Promise<Measured> {
  const query = { houseId: 1, periodFrom: FIRST, periodTo: LAST } as const;
  const [ours, limits]: [number[], number[]] = [[], []];
  for (let pair = 0; pair <= PAIRS; pair += 1) {
    const bareMs = await timeOf(async () => sumBare(owner));
    const ownMs = await timeOf(async () =>
      writeTurnover(
        caller,
        query,
        writing(format, ({ bytes }) => assert.ok(bytes > 50_000)),
      ),
    );
    // The first pair warms up.
    if (pair === 0) continue;
    limits.push(bareMs);
    ours.push(ownMs);
  }
  return {
    name: `turnover, ${format}`,
    what: `the report of ${ACCOUNTS} accounts with ${SERVICES} charges, a payment and a penalty in each of 12 months, written`,
    limit: 'the bare sums of the same entries by account, type and kind',
    goal: 1.5,
    ours,
    limits,
  };
}

/** Compared with a bare COPY of the same rows; the memory is what exceeds that of the process before. */
async function benchExport(caller: Caller, owner: Kysely<unknown>): Promise<Measured> {
  const [ours, limits]: [number[], number[]] = [[], []];
  const notes: string[] = [];
  const rows = EXPORTED_ACCOUNTS * SERVICES;
  for (let nth = 0; nth < EXPORTS; nth += 1) {
    limits.push(
      await timeOf(async () => {
        await sql`
          select charges.personal_account_id, charges.consumption, charges.template, charges.amount from charges
          where charges.house_id = 2 and charges.period = '2025-12-01'
        `.execute(owner);
      }),
    );
    globalThis.gc?.();
    const idle = process.memoryUsage.rss();
    let most = idle;
    const looking = setInterval(() => {
      most = Math.max(most, process.memoryUsage.rss());
    }, LOOK_EVERY_MS);
    let bytes = 0;
    ours.push(
      await timeOf(async () =>
        writeCharges(
          caller,
          { houseId: 2, period: LAST },
          writing('xlsx', (file) => {
            ({ bytes } = file);
          }),
        ),
      ),
    );
    clearInterval(looking);
    const mib = (size: number): string => `${Math.round(size / 1_048_576)} MiB`;
    notes.push(`${mib(bytes)} of workbook, at most ${mib(most - idle)} above ${mib(idle)} idle`);
  }
  return {
    name: 'charges as a workbook',
    what: `${rows} rows of a month, read, named and written`,
    limit: 'the bare rows read at once',
    ours,
    limits,
    notes,
  };
}

function writing(format: ReportFormat, look: (file: { bytes: number }) => void): WriteReport {
  return async (_name, report) => {
    const { handle, bytes } = await spool(writeReport(format, report));
    await handle.close();
    look({ bytes });
  };
}

/** Replaces core: returns names for any accounts requested. */
const NAMING: Partial<Caller['core']> = {
  findHouse: async (houseId) => ({ houseId, organizationId: 1, address: '', accounts: 0 }),
  listAccountCards: async (ids) =>
    ids.map((id) => ({
      personalAccountId: id,
      houseId: 1,
      organizationName: 'Компания',
      accountNumber: `LS${id}`,
      gisAccountNumber: null,
      gisServiceId: null,
      payer: `Плательщик ${id}`,
      payerInn: null,
      payerAddress: null,
      address: 'г. Зареченск, ул. Садовая, д. 12',
      roomNumber: String(id),
      roomKind: 'residential',
      area: '50.00',
      openedOn: '2020-01-01',
      closedOn: null,
    })),
};

async function timeOf(work: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

async function sumBare(owner: Kysely<unknown>): Promise<void> {
  const { rows } = await sql`
    select personal_account_id, transaction_type, debt_kind, sum(debit - credit)
    from ledger_entries
    where house_id = 1 and period between '2025-01-01' and '2025-12-01'
    group by personal_account_id, transaction_type, debt_kind
  `.execute(owner);
  assert.equal(rows.length, ACCOUNTS * 3);
}

/** A year of one house's entries, and a month of a large house's charges. */
async function fill(db: Kysely<unknown>): Promise<void> {
  await sql`select app.ensure_month(make_date(2025, n, 1)) from generate_series(1, 12) as n`.execute(
    db,
  );
  await sql`alter table ledger_entries disable trigger user`.execute(db);
  await sql`
    insert into ledger_entries (house_id, personal_account_id, id, period, organization_id, transaction_type,
      debt_kind, debit, credit, document_id, effective_on)
    select 1, account, id, month, 1, type, case type when 'PENALTY' then 'penalty' else 'principal' end,
      case type when 'PAYMENT' then 0 else 100.10 end, case type when 'PAYMENT' then 700.35 else 0 end, id, month
    from (
      select account, month::date, nextval('document_ids') as id,
        case line when 9 then 'PAYMENT' when 10 then 'PENALTY' else 'CHARGE' end as type
      from generate_series(1, ${ACCOUNTS}::integer) as account,
        generate_series(date '2025-01-01', date '2025-12-01', interval '1 month') as month,
        generate_series(1, ${SERVICES + 2}::integer) as line
      offset 0
    ) as entries
  `.execute(db);
  await sql`
    insert into merged_balances (house_id, personal_account_id, organization_id, principal_debt, penalty_debt,
      last_updated_at)
    select house_id, personal_account_id, 1, sum(debit - credit) filter (where debt_kind = 'principal'),
      sum(debit - credit) filter (where debt_kind = 'penalty'), now()
    from ledger_entries group by house_id, personal_account_id
  `.execute(db);
  await sql`
    insert into billing_cycles (organization_id, year, month) values (1, 2025, 12)
  `.execute(db);
  await sql`
    insert into charged_services (house_id, organization_id, house_service_id, code, name, unit, kind)
    select 2, 1, n, 'service-' || n, 'Коммунальная услуга ' || n, 'м³', 'utility'
    from generate_series(1, ${SERVICES}::integer) as n
  `.execute(db);
  await sql`
    insert into house_months (house_id, period, organization_id, billing_cycle_id) values (2, '2025-12-01', 1, 1)
  `.execute(db);
  await sql`
    insert into charged_accounts (organization_id, house_id, personal_account_id, since, account_number)
    select 1, 2, account, '2025-12-01', 'LS' || account
    from generate_series(1, ${EXPORTED_ACCOUNTS}::integer) as account
  `.execute(db);
  await sql`
    insert into charge_templates (organization_id, house_id, period, number, rate_type, rule, tariff, reading_missing,
      basis)
    values (1, 2, '2025-12-01', 1, 'norm', 'norm', 49.19, false, '{"rule": "norm", "daysInMonth": 31, "parts": []}')
  `.execute(db);
  await sql`
    insert into charges (organization_id, house_id, period, personal_account_id, house_service_id, line, template,
      consumption, amount, own)
    select 1, 2, '2025-12-01', account, service, 0, 1, 3.123456, 153.64, ''
    from generate_series(1, ${EXPORTED_ACCOUNTS}::integer) as account,
      generate_series(1, ${SERVICES}::integer) as service
  `.execute(db);
  await sql`analyze`.execute(db);
}
