// Registries of payments: checking and booking them, their progress, and reversing them.
import {
  downloadRejectedRows,
  getPaymentImport,
  importPayments,
  listPaymentImports,
  reversePaymentImport,
  type PaymentImport,
  type PaymentImportRowStatus,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import type { TableFormat } from '@kvartplata/contracts/table-files.ts';
import { queryOptions } from '@tanstack/react-query';
import { call, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const LOOK_EVERY_MS = 700;

export type Registry = {
  readonly organizationId: number;
  readonly profile: RegistryProfile;
  readonly file: File;
};

/** Checks every row and books nothing. */
export async function tryRegistry(registry: Registry): Promise<PaymentImport> {
  return send(registry, { dryRun: true });
}

/** Books the matched rows, and quarantines those that wait for a decision. */
export async function bookRegistry(
  registry: Registry,
  idempotencyKey: string,
): Promise<PaymentImport> {
  return send(registry, { dryRun: false, idempotencyKey });
}

async function send(
  { organizationId, profile, file }: Registry,
  { dryRun, ...key }: { readonly dryRun: boolean; readonly idempotencyKey?: string },
): Promise<PaymentImport> {
  const body = new FormData();
  body.append('file', file);
  const query = { organizationId, profile, dryRun };
  return call(importPayments, { query, body, ...key });
}

/** Those that were to be booked, newest first. */
export function importsOf(organizationId: number, profile: RegistryProfile | undefined) {
  const narrowed = profile === undefined ? {} : { profile };
  return readPages(listPaymentImports, { query: { organizationId, dryRun: false, ...narrowed } });
}

/** The state of an import, polled until it has ended. */
export function importOf(paymentImportId: number) {
  return queryOptions({
    ...read(getPaymentImport, { params: { paymentImportId }, query: { limit: 1 } }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

/** In the order of the file. */
export function rowsOf(
  paymentImportId: number,
  query: {
    readonly status: PaymentImportRowStatus | undefined;
    readonly reason: string | undefined;
  },
) {
  return readPages(getPaymentImport, { params: { paymentImportId }, query });
}

/** The rejected rows, or all rows with the reason. */
export function rejectedRowsOf(
  paymentImportId: number,
  query: { readonly format: TableFormat; readonly reason: string | undefined },
): FileOf {
  return async (options) =>
    callFile(downloadRejectedRows, { params: { paymentImportId }, query, ...options });
}

export async function reverseImport(
  paymentImportId: number,
  reason: string,
  idempotencyKey: string,
): Promise<PaymentImport> {
  const params = { paymentImportId };
  return call(reversePaymentImport, { params, body: { reason }, idempotencyKey });
}
