// What a verification of the ledger reads besides the balances, and the findings of earlier ones, in SQL.
import type { HousesOf } from '@kvartplata/platform/database/of-organizations.ts';
import { sql } from 'kysely';
import type { Db } from '../../tables.ts';

export type StrayPayment = {
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly paymentId: number;
  /** The amount that should be allocated to debts and advances: the whole payment, or nothing once it is reversed. */
  readonly expected: string;
  readonly allocated: string;
};

/** The payments of an organization whose parts do not add up to them. Any row is a bug. */
export async function listStrayPayments(
  db: Db,
  organizationId: number,
): Promise<readonly StrayPayment[]> {
  const { rows } = await sql<StrayPayment>`
    with parts as (
      select payment_allocations.house_id, payment_allocations.personal_account_id, payment_allocations.payment_id,
        sum(payment_allocations.amount) as allocated
      from payment_allocations
      where payment_allocations.organization_id = ${organizationId}
      group by payment_allocations.house_id, payment_allocations.personal_account_id, payment_allocations.payment_id
    ),
    wanted as (
      select payments.house_id, payments.personal_account_id, payments.id as payment_id,
        case when stornos.entry_id is null then payments.amount else 0 end as expected
      from payments
      left join stornos on stornos.organization_id = payments.organization_id
        and stornos.house_id = payments.house_id and stornos.entry_id = payments.id
      where payments.organization_id = ${organizationId}
    )
    select house_id, personal_account_id, payment_id, coalesce(wanted.expected, 0) as expected,
      coalesce(parts.allocated, 0) as allocated
    from wanted
    full join parts using (house_id, personal_account_id, payment_id)
    where coalesce(wanted.expected, 0) <> coalesce(parts.allocated, 0)
    order by house_id, personal_account_id, payment_id
  `.execute(db);
  return rows;
}

/** A month of a house whose sums differ from those of its entries. */
export type WrongSums = {
  readonly houseId: number;
  /** `YYYY-MM` */
  readonly period: string;
};

/**
 * The months of an organization's houses whose sums differ from what stornos and payments have moved in them, and those without
 * entries that nevertheless have sums or that nothing accounts for. The sums of entries are checked by `listDoubtfulMonths`. Any
 * row is a bug.
 */
export async function listWrongMoves(
  db: Db,
  organizationId: number,
): Promise<readonly WrongSums[]> {
  const { rows } = await sql<WrongSums>`
    with kept as (
      select house_month_sums.house_id, house_month_sums.period, charged_back, penalty_back, paid_back, reversed, settled,
        entries, (charged, penalty, paid) <> (0, 0, 0) as is_booked
      from house_month_sums
      where house_month_sums.organization_id = ${organizationId}
    ),
    moved as (
      select summed_moves.house_id, summed_moves.period, charged_back, penalty_back, paid_back, reversed, settled
      from summed_moves
      where summed_moves.organization_id = ${organizationId}
    )
    select house_id, to_char(period, 'YYYY-MM') as period
    from kept
    full join moved using (house_id, period)
    where (kept.charged_back, kept.penalty_back, kept.paid_back, kept.reversed, kept.settled)
        is distinct from (coalesce(moved.charged_back, 0), coalesce(moved.penalty_back, 0), coalesce(moved.paid_back, 0),
          coalesce(moved.reversed, 0), coalesce(moved.settled, 0))
      or kept.entries = 0 and (kept.is_booked or moved.settled is null)
    order by house_id, period
  `.execute(db);
  return rows;
}

/**
 * The houses for which anything was computed or booked, or that have a chain, by organization; also those that only have months.
 * Houses with entries and nothing else are not included: their accounts have no balance, which `findDrift` reports.
 */
export async function listBookedHouses(db: Db): Promise<readonly HousesOf[]> {
  const houses = await listHousesOfBooks(db);
  const known = new Set(houses.map(({ organizationId }) => organizationId));
  for (let after = 0; ;) {
    const next = await findNextOrganization(db, after);
    if (next === undefined) break;
    if (!known.has(next)) houses.push({ organizationId: next, houseIds: [] });
    after = next;
  }
  return houses.toSorted((one, other) => one.organizationId - other.organizationId);
}

/** The next organization that has entries; found by index lookups, since there are too many entries to scan. */
async function findNextOrganization(db: Db, after: number): Promise<number | undefined> {
  const { rows } = await sql<{ organizationId: number }>`
    select ledger_entries.organization_id from ledger_entries
    where ledger_entries.organization_id > ${after}
    order by ledger_entries.organization_id
    limit 1
  `.execute(db);
  return rows[0]?.organizationId;
}

async function listHousesOfBooks(db: Db): Promise<HousesOf[]> {
  const { rows } = await sql<HousesOf>`
    with houses as (
      select ledger_heads.organization_id, ledger_heads.house_id from ledger_heads
      union
      select account_balances.organization_id, account_balances.house_id from account_balances
      union
      select payments.organization_id, payments.house_id from payments
      union
      select payment_allocations.organization_id, payment_allocations.house_id from payment_allocations
      union
      select house_month_sums.organization_id, house_month_sums.house_id from house_month_sums
      union
      select house_months.organization_id, house_months.house_id from house_months
      union
      select stornos.organization_id, stornos.house_id from stornos
      union
      select penalty_accruals.organization_id, penalty_accruals.house_id from penalty_accruals
      union
      select opening_balances.organization_id, opening_balances.house_id from opening_balances
      union
      select ledger_links.organization_id, ledger_links.house_id from ledger_links
      union
      select billing_cycles.organization_id, null from billing_cycles
      union
      select month_seals.organization_id, null from month_seals
    )
    select houses.organization_id,
      coalesce(array_agg(houses.house_id order by houses.house_id) filter (where houses.house_id is not null), '{}')
        as house_ids
    from houses
    group by houses.organization_id
    order by houses.organization_id
  `.execute(db);
  return rows;
}

/** The number of faults of each kind. */
export type FaultCounts = {
  readonly driftingAccounts: number;
  readonly strayPayments: number;
  readonly wrongSums: number;
  readonly chainFaults: number;
  readonly strayDocuments: number;
  readonly wrongMonths: number;
  readonly sealFaults: number;
  readonly auditFaults: number;
  readonly unreadOrganizations: number;
};

/** A verification in progress. */
export type OpenVerification = {
  readonly id: number;
  /** All organizations up to this id have been verified. */
  readonly lastOrganizationId: number;
};

/** The latest verification if it was interrupted within the last day; undefined otherwise. */
export async function findOpenVerification(db: Db): Promise<OpenVerification | undefined> {
  const { rows } = await sql<OpenVerification>`
    select id, last_organization_id from ledger_verifications
    where finished_at is null and started_at > now() - interval '1 day'
      and id = (select max(newest.id) from ledger_verifications as newest)
  `.execute(db);
  return rows[0];
}

export async function insertVerification(db: Db, organizations: number): Promise<OpenVerification> {
  const { rows } = await sql<OpenVerification>`
    insert into ledger_verifications (organizations) values (${organizations})
    returning id, last_organization_id
  `.execute(db);
  const [opened] = rows;
  if (opened === undefined) throw new Error('an insert returns its row');
  return opened;
}

/** Adds the findings of an organization; undefined `lastOrganizationId` ends the verification. */
export async function updateVerification(
  db: Db,
  id: number,
  lastOrganizationId: number | undefined,
  counts: FaultCounts,
): Promise<void> {
  const cameTo =
    lastOrganizationId === undefined
      ? sql`finished_at = now()`
      : sql`verified = verified + 1, last_organization_id = ${lastOrganizationId}`;
  await sql`
    update ledger_verifications
    set ${cameTo},
      drifting_accounts = drifting_accounts + ${counts.driftingAccounts},
      stray_payments = stray_payments + ${counts.strayPayments}, wrong_sums = wrong_sums + ${counts.wrongSums},
      chain_faults = chain_faults + ${counts.chainFaults},
      stray_documents = stray_documents + ${counts.strayDocuments},
      wrong_months = wrong_months + ${counts.wrongMonths}, seal_faults = seal_faults + ${counts.sealFaults},
      audit_faults = audit_faults + ${counts.auditFaults},
      unread_organizations = unread_organizations + ${counts.unreadOrganizations}
    where id = ${id}
  `.execute(db);
}

/** The latest completed verification, by any replica; undefined before the first. */
export async function findLastVerification(
  db: Db,
): Promise<(FaultCounts & { readonly ageSeconds: number }) | undefined> {
  const { rows } = await sql<FaultCounts & { ageSeconds: number }>`
    select drifting_accounts, stray_payments, wrong_sums, chain_faults, stray_documents, wrong_months, seal_faults,
      audit_faults, unread_organizations, extract(epoch from now() - finished_at)::float8 as age_seconds
    from ledger_verifications
    where finished_at is not null
    order by id desc
    limit 1
  `.execute(db);
  return rows[0];
}

/** Progress of the verification under way, from 0 to 1; 1 when there is none. */
export async function findProgress(db: Db): Promise<number> {
  const { rows } = await sql<{ progress: number }>`
    select (verified / greatest(organizations, 1)::float8) as progress
    from ledger_verifications
    where finished_at is null and id = (select max(newest.id) from ledger_verifications as newest)
  `.execute(db);
  return rows[0]?.progress ?? 1;
}
