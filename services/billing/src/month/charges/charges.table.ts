// What accounts are asked to pay, and what charges of a month share.
import type { Generated, JSONColumnType } from 'kysely';
import type { ChargeTemplate } from '../narrow-charges.ts';

export type ChargesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly id: Generated<number>;
  readonly period: string;
  /** Above zero of a calculation, below zero of a correction. */
  readonly template: number;
  readonly line: number;
  readonly consumption: string;
  readonly amount: string;
  readonly own: string;
};

export type ChargeTemplatesTable = Omit<ChargeTemplate, 'first' | 'basis'> & {
  readonly organizationId: number;
  readonly houseId: number;
  readonly period: string;
  readonly number: number;
  readonly basis: JSONColumnType<object>;
  /** Null of charges that correct nothing, as are the next two. */
  readonly correctionId: number | null;
  readonly correctedPeriod: string | null;
  readonly correctedLine: number | null;
};

export type ChargedAccountsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  /** First day of the first month in which it has the number. */
  readonly since: string;
  readonly accountNumber: string;
};
