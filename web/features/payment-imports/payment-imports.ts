// Registries of payments: sent for a look or for good, how they stand, and taken back.
import {
  exportRejectedPayments,
  type ListedPaymentImport,
  type PaymentImport,
  type PaymentImportRow,
  type PaymentImportRowStatus,
  type PaymentImportWithRows,
  type RegistryProfile,
} from '@kvartplata/contracts/billing/payment-imports.ts';
import { queryOptions } from '@tanstack/react-query';
import { ask, callFile } from '../../lib/api.ts';
import type { FileOf } from '../../lib/download.ts';
import { pagesOf } from '../../lib/paged.ts';

const PATH = '/api/billing/payment-imports';
const LOOK_EVERY_MS = 700;

export type Registry = {
  readonly organizationId: number;
  readonly profile: RegistryProfile;
  readonly file: File;
};

/** Judges every row and books nothing. */
export async function tryRegistry(registry: Registry): Promise<PaymentImport> {
  return send(registry, { dryRun: true });
}

/** Books what is matched, and puts down what waits for a person. */
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
  return ask('billing', '/api/billing/payments/import', { method: 'POST', query, body, ...key });
}

/** Those that were meant, the newest first. */
export function importsOf(organizationId: number) {
  return pagesOf<ListedPaymentImport>('billing', PATH, { organizationId, dryRun: false });
}

/** How an import stands, looked at again and again until it has ended. */
export function importOf(id: number) {
  const path = `${PATH}/${id}`;
  return queryOptions({
    queryKey: [path, 'state'],
    queryFn: async ({ signal }): Promise<PaymentImport> =>
      ask<PaymentImportWithRows>('billing', path, { query: { limit: 1 }, signal }),
    refetchInterval: ({ state }) =>
      state.data === undefined || isUnderWay(state.data) ? LOOK_EVERY_MS : false,
  });
}

function isUnderWay({ status }: PaymentImport): boolean {
  return status === 'QUEUED' || status === 'RUNNING';
}

/** In the order of the file. */
export function rowsOf(id: number, status: PaymentImportRowStatus | undefined) {
  return pagesOf<PaymentImportRow>('billing', `${PATH}/${id}`, { status });
}

export function rejectedRowsOf(paymentImportId: number): FileOf {
  return async (options) =>
    callFile(exportRejectedPayments, { params: { paymentImportId }, ...options });
}

export async function reverseImport(
  id: number,
  reason: string,
  idempotencyKey: string,
): Promise<PaymentImport> {
  const body = { reason };
  return ask('billing', `${PATH}/${id}/storno`, { method: 'POST', body, idempotencyKey });
}
