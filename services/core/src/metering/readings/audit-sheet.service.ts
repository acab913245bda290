// Audits readings of a house and month that were stored together: one entry with all changes.
import {
  formatBillingMonth,
  type BillingMonth,
} from '@kvartplata/domain/calendar/billing-month.ts';
import { recordChange } from '@kvartplata/platform/audit/audit.repository.ts';
import type { Caller } from '../../access/access.service.ts';
import type { HousePlace } from '../../access/places.ts';
import type { Trx } from '../../tables.ts';
import type { PlainReading } from './reading-shape.ts';

export type ReadingChange = {
  /** Undefined for a new reading. */
  readonly before: PlainReading | undefined;
  /** Undefined for a deleted reading. */
  readonly after: PlainReading | undefined;
};

/** Called in the transaction of the changes. */
export async function auditSheet(
  trx: Trx,
  { actor }: Pick<Caller, 'actor'>,
  { organizationId, houseId, period }: HousePlace & { readonly period: BillingMonth },
  changes: readonly ReadingChange[],
): Promise<void> {
  const month = formatBillingMonth(period);
  const former = changes.flatMap(({ before }) => before ?? []);
  const present = changes.flatMap(({ after }) => after ?? []);
  const deleted = changes.length - present.length;
  await recordChange(trx, actor, {
    action: 'reading-sheet.stored',
    object: { type: 'reading-sheet', id: `${houseId}-${month}` },
    organizationId,
    before: former.length === 0 ? null : { readings: toListed(former) },
    after: {
      houseId,
      period: month,
      added: changes.length - former.length,
      replaced: former.length - deleted,
      ...(deleted > 0 && { deleted }),
      readings: toListed(present),
    },
  });
}

/** A short form: 5,000 of them fit into an entry. */
type ListedReading = readonly [
  meterId: number,
  value: string,
  takenOn: string,
  source: string,
  rollover: boolean,
];

/** By reading id. */
function toListed(readings: readonly PlainReading[]): Readonly<Record<string, ListedReading>> {
  return Object.fromEntries(
    readings.map(({ id, meterId, value, takenOn, source, rollover }) => [
      id,
      [meterId, value, takenOn, source, rollover],
    ]),
  );
}
