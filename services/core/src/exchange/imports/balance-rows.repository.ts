// Rows of opening balances: laid out, matched with the organization's accounts and services, checked, and stored for billing.
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';
import { TOTAL } from './balance-form.ts';
import type { ImportRow } from './imports.repository.ts';

/** The rows of a piece, which is sent to billing in one request. */
const PIECE_ROWS = 2000;

export async function layOutBalances(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    create temp table given (
      line integer primary key, account_number text, period date, kind text, service text, amount numeric(14, 2),
      utility_service_id bigint, house_id bigint, account_id bigint, house_service_id bigint, service_name text, service_kind text,
      is_total boolean not null, is_changed boolean not null default true
    ) on commit drop
  `.execute(trx);
  await sql`
    insert into given (line, account_number, period, kind, service, amount, is_total)
    select waiting.line, waiting.account, waiting.month, waiting.kind, waiting.service, waiting.amount,
      lower(waiting.account) = ${TOTAL}
    from import_pieces
    cross join lateral jsonb_to_recordset(import_pieces.rows) as waiting (
      line integer, account text, month date, kind text, service text, amount numeric
    )
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`create index on given (account_number)`.execute(trx);
  await sql`analyze given`.execute(trx);
}

/** Finds the account of each sum, and the house service that it names: the later one if it ended and began again. */
export async function matchAccounts(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_accounts on commit drop as
    select house_id, id, account_number from personal_accounts where personal_accounts.organization_id = ${organizationId}
  `.execute(trx);
  await sql`
    create temp table known_services on commit drop as
    select distinct on (house_services.house_id, house_services.utility_service_id) house_services.house_id,
      house_services.utility_service_id, house_services.id, utility_services.name, utility_services.kind
    from house_services
    join utility_services on utility_services.id = house_services.utility_service_id
    where house_services.organization_id = ${organizationId}
    order by house_services.house_id, house_services.utility_service_id, house_services.valid_from desc
  `.execute(trx);
  for (const table of ['known_accounts', 'known_services'])
    await sql`analyze ${sql.ref(table)}`.execute(trx);
  await sql`
    update given set house_id = known_accounts.house_id, account_id = known_accounts.id
    from known_accounts where known_accounts.account_number = given.account_number
  `.execute(trx);
  await sql`
    update given set house_service_id = known_services.id, service_name = known_services.name, service_kind = known_services.kind
    from known_services
    where known_services.house_id = given.house_id and known_services.utility_service_id = given.utility_service_id
  `.execute(trx);
}

export function unknownAccounts(): RawBuilder<unknown> {
  return sql`select line, null as param from given where account_id is null and not is_total`;
}

/** Rows of months that are billed here. */
export function monthsOfMove({ period }: Pick<ImportRow, 'period'>): RawBuilder<unknown> {
  return sql`select line, null as param from given where period >= ${period}::date`;
}

export function unknownServices(): RawBuilder<unknown> {
  return sql`
    select line, null as param from given
    where service is not null and house_service_id is null and account_id is not null
  `;
}

/** Rows with the account, month, kind and service of an earlier row. */
export function repeatedBalances(): RawBuilder<unknown> {
  return sql`
    select line, first_line as param from (
      select line, min(line) over (partition by account_id, period, kind, house_service_id) as first_line
      from given where account_id is not null and not is_total
    ) as counted
    where line <> first_line
  `;
}

/** The total row, if it differs from the sum of the others: principal and penalties less advances. */
export function wrongTotals(): RawBuilder<unknown> {
  return sql`
    select given.line, summed.total as param from given
    cross join (
      select coalesce(sum(case kind when 'advance' then -amount else amount end), 0) as total from given where not is_total
    ) as summed
    where given.is_total and given.amount <> summed.total
  `;
}

/** Replaces the file's rows with sums that have their accounts and services. */
export async function keepForBilling(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  await sql`
    delete from import_pieces
    where import_pieces.organization_id = ${organizationId} and import_pieces.import_id = ${id}
  `.execute(trx);
  await sql`
    with kept as (
      insert into import_pieces (organization_id, import_id, number, rows)
      select ${organizationId}, ${id}, piece, jsonb_agg(jsonb_build_object(
        'line', line, 'houseId', house_id, 'personalAccountId', account_id, 'account', account_number,
        'month', to_char(period, 'YYYY-MM'), 'kind', kind, 'amount', amount::text,
        'houseServiceId', house_service_id, 'serviceName', service_name, 'serviceKind', service_kind) order by line)
      from (
        select given.*, (row_number() over (order by line) - 1) / ${PIECE_ROWS}::integer + 1 as piece
        from given where not is_total
      ) as numbered
      group by piece
      returning 1
    )
    select count(*) from kept
  `.execute(trx);
}
