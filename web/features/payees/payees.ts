// The payees besides the organization, and what each has received.
import { getPayeeRegistry, getPayeesReport } from '@kvartplata/contracts/billing/payee-reports.ts';
import {
  createPayee,
  deletePayee,
  getPayee,
  listPayees,
  replacePayee,
  type Payee,
  type PayeeChange,
} from '@kvartplata/contracts/billing/payees.ts';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readAll, readVersioned } from '../../lib/reads.ts';

export function payeesOf(organizationId: number) {
  return readAll(listPayees, { query: { organizationId } });
}

export function payeeOf(payeeId: number) {
  return readVersioned(getPayee, { params: { payeeId } });
}

export async function addPayee(organizationId: number, body: PayeeChange): Promise<Payee> {
  return call(createPayee, { body: { organizationId, ...body } });
}

export async function changePayee(
  payeeId: number,
  ifMatch: string | undefined,
  body: PayeeChange,
): Promise<Payee> {
  return call(replacePayee, { params: { payeeId }, body, ifMatch });
}

export async function removePayee(payeeId: number, ifMatch: string | undefined): Promise<void> {
  await call(deletePayee, { params: { payeeId }, ifMatch });
}

/** For a house, or for all houses of an organization. */
export type PayeesReportOf = (
  | { readonly houseId: number }
  | { readonly organizationId: number }
) & {
  readonly periodFrom: string;
  readonly periodTo: string;
};

export function payeesReportOf(of: PayeesReportOf) {
  return read(getPayeesReport, { query: of });
}

export function payeesFile(of: PayeesReportOf): FileOf {
  return async (options) =>
    callFile(getPayeesReport, { query: { ...of, format: 'xlsx' }, ...options });
}

export function registryFile(of: PayeesReportOf, payeeId: number): FileOf {
  return async (options) =>
    callFile(getPayeeRegistry, { query: { ...of, payeeId, format: 'xlsx' }, ...options });
}
