// Records the services, tariffs and norms that an import has begun, changed or ended, as it stored them.
import { insertFound } from '@kvartplata/platform/database/found-rows.ts';
import { sql } from 'kysely';
import type { Trx } from '../../tables.ts';
import type { ImportRow } from './imports.repository.ts';

const TABLES = [
  ['house-service', 'houseServices'],
  ['tariff', 'serviceTariffs'],
  ['norm', 'serviceNorms'],
] as const;

export async function rememberServices(trx: Trx, { id, organizationId }: ImportRow): Promise<void> {
  const former = sql`jsonb_build_object('value', known.value::text, 'steps', known.steps, 'basis', known.basis,
    'validTo', known.valid_to)`;
  await sql`
    create temp table made on commit drop as
    select 'house-service'::text as kind, house_id, id, line, null::jsonb as former, valid_from as counts_from from new_services
    union all
    select 'house-service', house_id, id, line, jsonb_build_object('payeeId', former_id), service_from from payee_changes
    union all
    select given_values.kind, given_values.house_id, coalesce(known.id, given_values.id), given_values.line,
      case when known.id is not null then ${former} end, given_values.counts_from
    from given_values
    left join known_values as known on known.kind = given_values.kind and known.house_id = given_values.house_id
      and known.id = given_values.known_id
    where given_values.is_changed
    union all
    select cut_values.kind, cut_values.house_id, cut_values.id, cut_values.line, ${former}, cut_values.valid_to + 1
    from cut_values
    join known_values as known on known.kind = cut_values.kind and known.house_id = cut_values.house_id
      and known.id = cut_values.id
  `.execute(trx);
  await sql`
    create temp table made_versions (kind text, house_id bigint, id bigint, version integer) on commit drop
  `.execute(trx);
  for (const [kind, name] of TABLES)
    await sql`
      insert into made_versions
      select ${kind}, house_id, id, version from ${sql.table(name)} as stored
      where stored.organization_id = ${organizationId}
        and (house_id, id) in (select made.house_id, made.id from made where made.kind = ${kind})
    `.execute(trx);
  await insertFound(
    trx,
    sql`
    insert into import_records (organization_id, import_id, kind, house_id, id, line, version, former, counts_from)
    select ${organizationId}, ${id}, made.kind, made.house_id, made.id, made.line, made_versions.version, made.former,
      made.counts_from
    from made join made_versions using (kind, house_id, id)
    `,
  );
}
