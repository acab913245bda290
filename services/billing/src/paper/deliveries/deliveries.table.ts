// Deliveries of receipts by e-mail, their letters, and addresses to which nothing is sent.
import type { JobStatus } from '@kvartplata/contracts/billing/calculation-jobs.ts';
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import type { JobErrorColumns } from '@kvartplata/platform/database/job-error-columns.ts';
import type { Generated, GeneratedAlways } from 'kysely';

export type DeliveriesTable = JobErrorColumns & {
  readonly organizationId: number;
  readonly id: GeneratedAlways<number>;
  readonly period: string;
  readonly houseIds: number[];
  readonly again: boolean;
  readonly status: Generated<JobStatus>;
  readonly attempt: Generated<number>;
  readonly totalAccounts: number;
  readonly processedAccounts: Generated<number>;
  readonly letters: Generated<number>;
  readonly housesNotApplied: Generated<number[]>;
  readonly requestedBy: number;
  readonly requestId: string;
  readonly createdAt: Generated<Date>;
  readonly startedAt: Date | null;
  readonly finishedAt: Date | null;
};

export type DeliveryLettersTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly deliveryId: number;
  readonly position: number;
  readonly personalAccountId: number;
  readonly accountNumber: string;
  readonly period: string;
  readonly recipient: string | null;
  readonly outcome: LetterOutcome;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly nextAttemptAt: Date;
  readonly attempts: Generated<number>;
  readonly lockedUntil: Date | null;
  readonly handedOverAt: Date | null;
  readonly endedAt: Date | null;
  readonly reply: string | null;
};

export type ClosedAddressesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly recipient: string;
  readonly reason: 'bounced' | 'unsubscribed';
  readonly closedAt: Date;
  readonly reply: string | null;
};
