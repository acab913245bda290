// The meters whose verification ends soon, in SQL.
import type {
  EndingVerification,
  LetterSender,
} from '@kvartplata/contracts/core/ending-verifications.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../tables.ts';

export type EndingRow = Omit<EndingVerification, 'daysLeft'>;

/** Days are `YYYY-MM-DD`. */
export type EndingFilter = {
  readonly organizationId: number;
  readonly houseId: number | undefined;
  /** `like` patterns over folded texts; each must match. */
  readonly patterns: readonly string[];
  readonly today: string;
  readonly last: string;
  readonly after: readonly [day: string, meterId: number] | undefined;
  readonly limit: number;
};

export async function findSender(
  db: Db,
  organizationId: number,
): Promise<LetterSender | undefined> {
  return db
    .selectFrom('organizations')
    .select(['name', 'legalAddress', 'phone', 'email'])
    .where('id', '=', organizationId)
    .executeTakeFirst();
}

/**
 * Meters in use, ordered by the last day of their verification, each with the accounts that it counts for; a house-wide meter has
 * none. Meters of closed accounts are left out: nobody has to verify them.
 */
export async function listEnding(db: Db, filter: EndingFilter): Promise<readonly EndingRow[]> {
  const { organizationId, houseId, patterns, today, last, after, limit } = filter;
  const [afterDay = null, afterId = null] = after ?? [];
  const { rows } = await sql<EndingRow>`
    select meters.id as "meterId", meters.house_id as "houseId", houses.address, rooms.number as room_number,
      utility_services.name as service_name, utility_services.coefficient_allowed, meters.serial_number, meters.verified_until,
      (
        select coalesce(json_agg(json_build_object('personalAccountId', held.id, 'accountNumber', held.account_number,
          'payer', held.payer, 'payerAddress', held.payer_address) order by held.id), '[]')
        from personal_accounts as held
        where held.organization_id = ${organizationId} and held.house_id = meters.house_id
          and (held.id = meters.personal_account_id or held.room_id = meters.room_id)
          and held.opened_on <= ${today} and (held.closed_on is null or held.closed_on >= ${today})
      ) as accounts
    from meters
    join houses on houses.organization_id = ${organizationId} and houses.id = meters.house_id
    join house_services on house_services.organization_id = ${organizationId}
      and house_services.house_id = meters.house_id and house_services.id = meters.house_service_id
    join utility_services on utility_services.id = house_services.utility_service_id
    left join personal_accounts on personal_accounts.organization_id = ${organizationId}
      and personal_accounts.house_id = meters.house_id and personal_accounts.id = meters.personal_account_id
    -- Not a coalesce: behind row security it would use no index.
    left join rooms on rooms.organization_id = ${organizationId} and rooms.house_id = meters.house_id
      and rooms.id = case when meters.room_id is null then personal_accounts.room_id else meters.room_id end
    where meters.organization_id = ${organizationId}
      and meters.verified_until >= ${today} and meters.verified_until <= ${last}
      and (${houseId ?? null}::bigint is null or meters.house_id = ${houseId ?? null}::bigint)
      and (${afterDay}::date is null or (meters.verified_until, meters.id) > (${afterDay}::date, ${afterId}::bigint))
      and meters.installed_on <= ${today} and (meters.removed_on is null or meters.removed_on > meters.verified_until)
      and not utility_services.counts_unverified
      and (personal_accounts.closed_on is null or personal_accounts.closed_on >= ${today})
      ${sql.join(patterns.map(isFound), sql` `)}
    order by meters.verified_until, meters.id
    limit ${limit}
  `.execute(db);
  return rows;
}

function isFound(pattern: string): RawBuilder<unknown> {
  return sql`and (houses.search_text like ${pattern} or personal_accounts.search_text like ${pattern}
    or app.folded(concat_ws(' ', meters.serial_number, utility_services.name, rooms.number)) like ${pattern})`;
}
