// The audit logs: each service keeps its own.
import { listAuthChanges } from '@kvartplata/contracts/auth/audit.ts';
import { listBillingChanges } from '@kvartplata/contracts/billing/audit.ts';
import { listCoreChanges } from '@kvartplata/contracts/core/audit.ts';
import { queryOptions } from '@tanstack/react-query';
import { dayFrom } from '../../lib/days.ts';
import { read, readPages } from '../../lib/reads.ts';

export type Log = 'core' | 'billing' | 'auth';

export type AuditFilter = {
  readonly organizationId?: number;
  /** A kind of objects, or a single one: `house:12`. */
  readonly object?: string | undefined;
  readonly who?: number | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
};

const CHANGES = { core: listCoreChanges, billing: listBillingChanges, auth: listAuthChanges };

export function entriesIn(log: Log, { from, to, ...filter }: AuditFilter) {
  return readPages(CHANGES[log], {
    query: {
      ...filter,
      from: from === undefined ? undefined : endOf(dayFrom(from, -1)),
      to: to === undefined ? undefined : endOf(to),
    },
  });
}

/** The last change of an object until the end of a day; null if there was none. */
export function lastChangeUntil(log: Log, object: string, day: string) {
  const query = { object, to: endOf(day), limit: 1 };
  return queryOptions({
    ...read(CHANGES[log], { query }),
    select: ({ items }) => items[0] ?? null,
  });
}

/** In the houses' time, which is three hours ahead of the log's. */
function endOf(day: string): string {
  return `${day}T21:00:00Z`;
}

/** The log with the entries about a kind of objects. */
export function logOf(object: string): Log {
  const [kind = ''] = object.split(':', 1);
  return LOGS.find((log) => KINDS[log].includes(kind)) ?? 'core';
}

export const LOGS: readonly Log[] = ['core', 'billing', 'auth'];

export const KINDS: Readonly<Record<Log, readonly string[]>> = {
  core: [
    'organization',
    'member',
    'house',
    'room',
    'personal-account',
    'absence',
    'utility-service',
    'house-service',
    'account-service',
    'service-act',
    'benefit',
    'tariff',
    'norm',
    'meter',
    'meter-verification',
    'meter-act',
    'reading',
    'reading-sheet',
    'import',
    'move',
  ],
  billing: [
    'cycle',
    'calculation-job',
    'charge',
    'correction',
    'year-correction',
    'payment',
    'payee',
    'adjustment',
    'payment-import',
    'opening-import',
    'unidentified-payment',
    'penalty-rule',
    'penalty-accrual',
    'instalment',
    'receipt-file',
    'delivery',
    'dispute',
    'debt-request',
    'court-case',
    'restriction-notice',
    'debt-letters',
  ],
  auth: ['user', 'session', 'password', 'two-factor', 'recovery-code', 'oidc-identity'],
};
