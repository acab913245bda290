// What could not be charged, in SQL.
import type { SkippedAccount } from '@kvartplata/contracts/billing/skipped-accounts.ts';
import { sql } from 'kysely';
import type { Db, Trx } from '../../tables.ts';
import type { OwnJob } from './calculation-jobs.repository.ts';
import type { HouseMonths, MonthOfHouses } from './house-months.repository.ts';

export async function deleteSkipped(
  trx: Trx,
  { organizationId, houseIds, period }: MonthOfHouses,
): Promise<void> {
  await sql`
    delete from skipped_accounts
    where skipped_accounts.organization_id = ${organizationId}
      and skipped_accounts.house_id = any(${houseIds}::bigint[]) and skipped_accounts.period = ${period}
  `.execute(trx);
}

/** An account's reasons are numbered in the order given. */
export async function insertSkipped(
  trx: Trx,
  { period, organizationId, jobId }: HouseMonths,
  skipped: readonly SkippedAccount[],
): Promise<void> {
  await sql`
    insert into skipped_accounts (organization_id, house_id, period, personal_account_id, line, calculation_job_id, reason, facts)
    select ${organizationId}, skipped.house_id, ${period}::date, skipped.personal_account_id,
      row_number() over (partition by skipped.house_id, skipped.personal_account_id order by skipped.position),
      ${jobId}, skipped.reason, skipped.facts
    from unnest(
      ${skipped.map((account) => account.houseId)}::bigint[],
      ${skipped.map((account) => account.personalAccountId)}::bigint[],
      ${skipped.map((account) => account.reason)}::text[],
      ${skipped.map((account) => JSON.stringify(account.facts))}::jsonb[]
    ) with ordinality as skipped (house_id, personal_account_id, reason, facts, position)
  `.execute(trx);
}

export type SkippedRow = SkippedAccount & {
  readonly calculationJobId: number;
  readonly line: number;
};

/** The first few of each job, ordered by house and account. */
export async function listFirstSkipped(
  db: Db,
  jobs: readonly (OwnJob & { readonly skippedCount: number })[],
  limit: number,
): Promise<readonly SkippedRow[]> {
  const firsts = jobs
    .filter(({ skippedCount }) => skippedCount > 0)
    .map(
      ({ organizationId, id }) => sql`(
        select skipped_accounts.calculation_job_id, skipped_accounts.house_id, skipped_accounts.personal_account_id,
          skipped_accounts.line, skipped_accounts.reason, skipped_accounts.facts
        from skipped_accounts
        where skipped_accounts.organization_id = ${organizationId} and skipped_accounts.calculation_job_id = ${id}
        order by skipped_accounts.house_id, skipped_accounts.personal_account_id, skipped_accounts.line
        limit ${limit}
      )`,
    );
  if (firsts.length === 0) return [];
  const { rows } = await sql<SkippedRow>`${sql.join(firsts, sql` union all `)}`.execute(db);
  return rows;
}

type OwnAccount = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
};

/** The last month in which a house was computed, `YYYY-MM`; undefined before the first. */
export async function findLastComputed(
  db: Db,
  { organizationId, houseId }: OwnAccount,
): Promise<string | undefined> {
  const { rows } = await sql<{ period: string }>`
    select to_char(house_months.period, 'YYYY-MM') as period
    from house_months
    where house_months.organization_id = ${organizationId} and house_months.house_id = ${houseId}
      and house_months.computed_at is not null
    order by house_months.period desc
    limit 1
  `.execute(db);
  return rows[0]?.period;
}

/** An account's reasons in a month, in order. */
export async function listSkippedOf(
  db: Db,
  { organizationId, houseId, personalAccountId }: OwnAccount,
  period: string,
): Promise<readonly SkippedAccount[]> {
  const { rows } = await sql<SkippedAccount>`
    select skipped_accounts.house_id, skipped_accounts.personal_account_id, skipped_accounts.reason, skipped_accounts.facts
    from skipped_accounts
    where skipped_accounts.organization_id = ${organizationId} and skipped_accounts.house_id = ${houseId}
      and skipped_accounts.period = ${`${period}-01`}::date
      and skipped_accounts.personal_account_id = ${personalAccountId}
    order by skipped_accounts.line
  `.execute(db);
  return rows;
}

export type SkippedPage = {
  /** House, account and line of the last row of the previous page. */
  readonly after: readonly [number, number, number] | undefined;
  readonly limit: number;
};

/** Ordered by house and account. */
export async function listSkipped(
  db: Db,
  { organizationId, id }: OwnJob,
  { after, limit }: SkippedPage,
): Promise<readonly SkippedRow[]> {
  const [houseId, accountId, line] = after ?? [0, 0, 0];
  const { rows } = await sql<SkippedRow>`
    select skipped_accounts.calculation_job_id, skipped_accounts.house_id, skipped_accounts.personal_account_id,
      skipped_accounts.line, skipped_accounts.reason, skipped_accounts.facts
    from skipped_accounts
    where skipped_accounts.organization_id = ${organizationId} and skipped_accounts.calculation_job_id = ${id}
      and (skipped_accounts.house_id, skipped_accounts.personal_account_id, skipped_accounts.line)
        > (${houseId}::bigint, ${accountId}::bigint, ${line}::bigint)
    order by skipped_accounts.house_id, skipped_accounts.personal_account_id, skipped_accounts.line
    limit ${limit}
  `.execute(db);
  return rows;
}
