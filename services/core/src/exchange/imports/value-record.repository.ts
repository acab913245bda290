// A tariff or norm as audited.
import { sql, type RawBuilder } from 'kysely';

/** The API's names of the steps. */
const STEPS = { tariff: 'ranges', norm: 'byPersons' } as const;

/** With the API's field names. */
export function recordOfValue(
  kind: keyof typeof STEPS,
): (row: RawBuilder<unknown>) => RawBuilder<unknown> {
  return (row) => sql`jsonb_build_object(
    'houseServiceId', ${row}.house_service_id, 'component', ${row}.component, 'group', ${row}.value_group, 'value', ${row}.value::text,
    'basis', ${row}.basis, 'validFrom', ${row}.valid_from, 'validTo', ${row}.valid_to
  ) || case when ${row}.steps = '[]' then '{}' else jsonb_build_object(${STEPS[kind]}::text, ${row}.steps) end`;
}
