// SQL that reads users and organizations of the former application in the form in which the services receive them.
import type { OrganizationBody } from '@kvartplata/contracts/core/organizations.ts';
import type { Executor } from '@kvartplata/platform/database/executor.ts';
import { sql } from 'kysely';

/** Higher ids are reported as such, since they do not fit a JavaScript number. */
const HIGHEST_ID = Number.MAX_SAFE_INTEGER;

export type PageAfter = { readonly afterId: number; readonly limit: number };

export type FormerPerson = {
  readonly id: number;
  readonly firstName: string | null;
  readonly lastName: string | null;
  readonly username: string | null;
  readonly email: string | null;
};

export async function listUsers(
  former: Executor,
  { afterId, limit }: PageAfter,
): Promise<readonly FormerPerson[]> {
  const { rows } = await sql<FormerPerson>`
    select users.id::bigint as id, users.first_name as "firstName", users.last_name as "lastName", users.username, users.email
    from users where users.id > ${afterId}::bigint and users.id <= ${HIGHEST_ID}::bigint order by users.id limit ${limit}
  `.execute(former);
  return rows;
}

export async function listOrganizations(
  former: Executor,
  { afterId, limit }: PageAfter,
): Promise<readonly { readonly id: number; readonly body: OrganizationBody }[]> {
  const { rows } = await sql<{ id: number; body: OrganizationBody }>`
    select organizations.id::bigint as id,
      json_build_object(
        'name', name, 'shortName', nullif(short_name, ''), 'inn', nullif(inn, ''), 'kpp', nullif(kpp, ''),
        'ogrn', nullif(ogrn, ''), 'legalAddress', nullif(legal_address, ''), 'phone', nullif(phone, ''),
        'email', nullif(email, ''),
        'bankDetails', json_build_object(
          'bankName', nullif(bank_name, ''), 'bic', nullif(bic, ''),
          'settlementAccount', nullif(settlement_account, ''),
          'correspondentAccount', nullif(correspondent_account, '')
        )
      ) as body
    from organizations where organizations.id > ${afterId}::bigint and organizations.id <= ${HIGHEST_ID}::bigint order by organizations.id limit ${limit}
  `.execute(former);
  return rows;
}

export async function listPasswordHashes(
  former: Executor,
  { afterId, limit }: PageAfter,
): Promise<readonly { readonly id: number; readonly hash: string | null }[]> {
  const { rows } = await sql<{ id: number; hash: string | null }>`
    select users.id::bigint as id, users.password_hash as hash
    from users where users.id > ${afterId}::bigint and users.id <= ${HIGHEST_ID}::bigint order by users.id limit ${limit}
  `.execute(former);
  return rows;
}
