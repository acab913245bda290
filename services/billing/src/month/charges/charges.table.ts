// The charges of accounts, and the templates that charges of a month share.
import type { Generated, JSONColumnType } from 'kysely';
import type { ChargeTemplate } from '../narrow-charges.ts';

export type ChargesTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly houseServiceId: number;
  readonly id: Generated<number>;
  readonly period: string;
  /** Above zero for a calculation, below zero for a correction. */
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
  /** This and the next two are null unless the charge is a correction. */
  readonly correctionId: number | null;
  readonly correctedPeriod: string | null;
  readonly correctedLine: number | null;
};

export type ChargedAccountsTable = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  /** The first day of the first month in which the account has the number. */
  readonly since: string;
  readonly accountNumber: string;
};
