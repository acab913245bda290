// A condition on what the books hold: that no storno has reversed it.
import { sql, type RawBuilder } from 'kysely';

/** @param table its rows have an id that is that of their entry, and a house of the organization */
export function notReversed(
  organizationId: number,
  table: 'payments' | 'adjustments' | 'charges' | 'ledger_entries',
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${table}.${name}`);
  return sql`not exists (
    select from stornos
    where stornos.organization_id = ${organizationId} and stornos.house_id = ${column('house_id')}
      and stornos.entry_id = ${column('id')}
  )`;
}
