// What residents object to on their receipts.
import type { Generated } from 'kysely';

export type DisputesTable = {
  readonly house_id: number;
  readonly id: Generated<number>;
  readonly organization_id: number;
  readonly personal_account_id: number;
  readonly account_number: string;
  /** The first day of the month. */
  readonly period: string;
  readonly line_code: string;
  readonly service_name: string;
  readonly amount: string;
  readonly reason: string;
  readonly answer: string | null;
  readonly settled_by: number | null;
  readonly settled_at: Date | null;
  readonly created_at: Generated<Date>;
};
