// The tariffs and norms in rows of services: inserted chronologically between the stored ones, checked, and stored, with the same
// statements for both tables.
import { changeFound, insertFound, type Author } from '@kvartplata/platform/database/found-rows.ts';
import { sql, type RawBuilder } from 'kysely';
import type { Trx } from '../../tables.ts';

const KINDS = ['tariff', 'norm'] as const;
type Kind = (typeof KINDS)[number];
/** A value as audited. */
type RecordOf = (kind: Kind) => (row: RawBuilder<unknown>) => RawBuilder<unknown>;
const TABLES: Readonly<Record<Kind, string>> = { tariff: 'serviceTariffs', norm: 'serviceNorms' };
const SEQUENCES: Readonly<Record<Kind, string>> = {
  tariff: 'service_tariff_ids',
  norm: 'service_norm_ids',
};

/**
 * Lays out the values, each with its last day: the one in the row, otherwise the day before the next value of the file or of
 * those stored; and finds the stored ones that begin on the same day. A value of which only the last day differs counts from the
 * day after the earlier of both, which must be a day of the calendar.
 */
export async function layOutValues(trx: Trx, organizationId: number): Promise<void> {
  await copyValues(trx, organizationId);
  await sql`
    create temp table given_values on commit drop as
    select listed.house_id, listed.line, listed.utility_service_id, listed.house_service_id, listed.component, listed.value_group, listed.kind,
      listed.value, listed.basis, listed.valid_from, listed.said_to, listed.first_line, listed.next_from,
      coalesce(listed.said_steps, known.steps, '[]') as steps, known.id as known_id, later.valid_from as next_known_from,
      coalesce(listed.said_to, least(known.valid_to, listed.next_from - 1,
        case when known.id is null then later.valid_from - 1 end)) as valid_to,
      true as is_changed, listed.valid_from as counts_from, null::bigint as id
    from (
      select targets.line, targets.house_id, targets.utility_service_id, targets.house_service_id, targets.component, targets.value_group,
        given_value.kind, given_value.value, given_value.said_steps, targets.basis, targets.valid_from, targets.valid_to as said_to,
        targets.service_from,
        first_value(targets.line) over (partition by targets.house_id, targets.utility_service_id, targets.component, targets.value_group,
          given_value.kind, targets.valid_from order by targets.line) as first_line,
        lead(targets.valid_from) over (partition by targets.house_id, targets.utility_service_id, targets.component, targets.value_group,
          given_value.kind order by targets.valid_from, targets.line) as next_from
      from targets
      cross join lateral (
        values ('tariff', targets.tariff, targets.ranges), ('norm', targets.norm, targets.by_persons)
      ) as given_value (kind, value, said_steps)
      where given_value.value is not null
    ) as listed
    left join known_values as known on ${isOfSame('known', 'listed')}
      and (known.valid_from = listed.valid_from or ${HOLDS_SINCE_BEFORE})
    left join lateral (
      select min(known_values.valid_from) as valid_from from known_values
      where ${isOfSame('known_values', 'listed')} and known_values.valid_from > listed.valid_from
    ) as later on true
  `.execute(trx);
  await sql`
    update given_values set is_changed = (known.value, known.steps, known.basis, known.valid_to)
      is distinct from (given_values.value, given_values.steps, given_values.basis, given_values.valid_to),
      counts_from = case
        when (known.value, known.steps, known.basis) = (given_values.value, given_values.steps, given_values.basis)
        then least(known.valid_to, given_values.valid_to, date '2999-12-30') + 1 else given_values.valid_from
      end
    from known_values as known where known.kind = given_values.kind and known.id = given_values.known_id
  `.execute(trx);
  await sql`
    create temp table cut_values on commit drop as
    select known.kind, known.house_id, known.id, min(given_values.valid_from) - 1 as valid_to,
      (array_agg(given_values.line order by given_values.valid_from))[1] as line
    from known_values as known
    join given_values on ${isOfSame('known', 'given_values')}
      and known.valid_from < given_values.valid_from
      and coalesce(known.valid_to, 'infinity') >= given_values.valid_from
    where not exists (
      select from given_values as same where same.kind = known.kind and same.known_id = known.id
    )
    group by known.kind, known.house_id, known.id
  `.execute(trx);
}

/**
 * The first value of a house's service may have been in force before the service began: a row with the same value on the
 * service's first day means that one.
 */
const HOLDS_SINCE_BEFORE = sql`(
  listed.valid_from = listed.service_from and known.valid_from < listed.valid_from
  and coalesce(known.valid_to, 'infinity') >= listed.valid_from and known.value = listed.value and known.basis = listed.basis
  and known.steps = coalesce(listed.said_steps, known.steps)
)`;

async function copyValues(trx: Trx, organizationId: number): Promise<void> {
  await sql`
    create temp table known_values (
      kind text, house_id bigint, id bigint, house_service_id bigint, component text, value_group text, value numeric, steps jsonb,
      basis text, valid_from date, valid_to date
    ) on commit drop
  `.execute(trx);
  for (const kind of KINDS)
    await sql`
      insert into known_values
      select ${kind}, house_id, id, house_service_id, component, value_group, value, steps, basis, valid_from::date, valid_to::date
      from ${sql.table(TABLES[kind])} as stored
      where stored.organization_id = ${organizationId}
        and house_service_id in (select targets.house_service_id from targets)
    `.execute(trx);
  await sql`create index on known_values (house_service_id, kind)`.execute(trx);
  await sql`analyze known_values`.execute(trx);
}

function isOfSame(known: string, given: string): RawBuilder<unknown> {
  const of = (table: string, column: string): RawBuilder<unknown> => sql.ref(`${table}.${column}`);
  return sql`(${of(known, 'kind')} = ${of(given, 'kind')}
    and ${of(known, 'houseServiceId')} = ${of(given, 'houseServiceId')}
    and ${of(known, 'component')} is not distinct from ${of(given, 'component')}
    and ${of(known, 'valueGroup')} is not distinct from ${of(given, 'valueGroup')})`;
}

/** Rows that repeat an earlier row. */
export function repeatedValues(): RawBuilder<unknown> {
  return sql`
    select line, min(first_line) as param from given_values where first_line <> line group by line
  `;
}

/** Rows with a last day past the beginning of the next value, or within the days of a longer one. */
export function overlappingValues(): RawBuilder<unknown> {
  return sql`
    select line, min(other_from) as param from (
      select line, least(next_from, next_known_from) as other_from from given_values
      where said_to >= least(next_from, next_known_from)
      union all
      select given_values.line, known.valid_from from given_values
      join known_values as known on ${isOfSame('known', 'given_values')}
        and known.valid_from < given_values.valid_from
      where given_values.is_changed and known.valid_to > given_values.valid_to
    ) as found
    group by line
  `;
}

/** Ends the stored values on the day before, changes those that begin on the same day, and inserts the rest. */
export async function storeValues(trx: Trx, by: Author, recordOf: RecordOf): Promise<void> {
  for (const kind of KINDS) {
    await cutValues(trx, by, kind, recordOf);
    await changeValues(trx, by, kind, recordOf);
    await sql`
      update given_values set id = nextval(${SEQUENCES[kind]}) where kind = ${kind} and known_id is null
    `.execute(trx);
    await insertFound(
      trx,
      sql`
      insert into ${sql.table(TABLES[kind])} (organization_id, house_id, id, house_service_id, component, value_group, value, steps, basis,
        valid_from, valid_to)
      select ${by.organizationId}, house_id, id, house_service_id, component, value_group, value, steps, basis, valid_from, valid_to
      from given_values where kind = ${kind} and known_id is null
      order by house_id, house_service_id, valid_from
      `,
    );
  }
}

async function cutValues(trx: Trx, by: Author, kind: Kind, recordOf: RecordOf): Promise<void> {
  const stored = sql.table(TABLES[kind]);
  await changeFound(trx, kind, by, {
    before: sql`
      select stored.* from ${stored} as stored
      where stored.organization_id = ${by.organizationId}
        and (house_id, id) in (select cut_values.house_id, cut_values.id from cut_values where cut_values.kind = ${kind})
    `,
    change: sql`
      update ${stored} as stored set valid_to = cut_values.valid_to, version = stored.version + 1
      from cut_values
      where stored.organization_id = ${by.organizationId} and stored.house_id = cut_values.house_id
        and stored.id = cut_values.id and cut_values.kind = ${kind}
      returning stored.*
    `,
    recordOf: recordOf(kind),
  });
}

async function changeValues(trx: Trx, by: Author, kind: Kind, recordOf: RecordOf): Promise<void> {
  const stored = sql.table(TABLES[kind]);
  const isMeant = sql`given_values.kind = ${kind} and given_values.is_changed`;
  await changeFound(trx, kind, by, {
    before: sql`
      select stored.* from ${stored} as stored
      where stored.organization_id = ${by.organizationId}
        and (house_id, id) in (
          select given_values.house_id, given_values.known_id from given_values
          where ${isMeant} and given_values.known_id is not null
        )
    `,
    change: sql`
      update ${stored} as stored set value = given_values.value, steps = given_values.steps, basis = given_values.basis,
        valid_to = given_values.valid_to, version = stored.version + 1
      from given_values
      where stored.organization_id = ${by.organizationId} and stored.house_id = given_values.house_id
        and stored.id = given_values.known_id and ${isMeant}
      returning stored.*
    `,
    recordOf: recordOf(kind),
  });
}
