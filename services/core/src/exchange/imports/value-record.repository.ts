// A tariff or norm as the audit log keeps it.
import { sql, type RawBuilder } from 'kysely';

/** What is told beside the value, as the interface calls it. */
const STEPS = { tariff: 'ranges', norm: 'byPersons' } as const;

/** As the interface names it. */
export function recordOfValue(
  kind: keyof typeof STEPS,
): (row: RawBuilder<unknown>) => RawBuilder<unknown> {
  return (row) => sql`jsonb_build_object(
    'houseServiceId', ${row}.house_service_id, 'component', ${row}.component, 'group', ${row}.value_group, 'value', ${row}.value::text,
    'basis', ${row}.basis, 'validFrom', ${row}.valid_from, 'validTo', ${row}.valid_to
  ) || case when ${row}.steps = '[]' then '{}' else jsonb_build_object(${STEPS[kind]}::text, ${row}.steps) end`;
}
