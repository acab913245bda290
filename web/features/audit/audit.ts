// The audit logs of core and billing: each service keeps its own.
import type { AuditEntry } from '@kvartplata/contracts/audit.ts';
import type { PageOf } from '@kvartplata/contracts/page.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask } from '../../lib/api.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/audit';

export type Log = 'core' | 'billing';

export type AuditFilter = {
  readonly organizationId?: number;
  /** A kind of things, or one: `house:12`. */
  readonly object?: string | undefined;
  readonly who?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

export function entriesIn(log: Log, filter: AuditFilter) {
  const options = pagesOf<AuditEntry>(log, PATH, filter);
  // Both services have the same path.
  return { ...options, queryKey: [`${log}${PATH}`, filter] };
}

/** The last change of one thing until the end of a day; undefined when there was none. */
export function lastChangeUntil(log: Log, object: string, day: string) {
  // The day ends by the clock of the houses, which is three hours ahead of the log's.
  const query = { object, to: `${day}T21:00:00Z`, limit: 1 };
  return queryOptions({
    queryKey: [`${log}${PATH}`, 'last', query],
    queryFn: async ({ signal }) => {
      const { items } = await ask<PageOf<AuditEntry>>(log, PATH, { query, signal });
      return items[0] ?? null;
    },
  });
}

/** In which log things of a kind are told of. */
export function logOf(object: string): Log {
  const [kind = ''] = object.split(':', 1);
  return KINDS.billing.includes(kind) ? 'billing' : 'core';
}

export const KINDS: Readonly<Record<Log, readonly string[]>> = {
  core: [
    'organization',
    'member',
    'house',
    'room',
    'personal-account',
    'absence',
    'house-service',
    'tariff',
    'norm',
    'meter',
    'meter-verification',
    'meter-outage',
    'reading',
    'import',
  ],
  billing: [
    'cycle',
    'calculation-job',
    'charge',
    'correction',
    'payment',
    'payment-import',
    'unidentified-payment',
    'penalty-rule',
    'penalty-accrual',
    'dispute',
  ],
};
