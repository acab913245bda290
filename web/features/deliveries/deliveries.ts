// Receipts by e-mail: requesting a delivery, the outcome of each letter, cancelling what waits, and reopening a closed address.
import {
  listAccountLetters,
  reopenAddress,
} from '@kvartplata/contracts/billing/account-letters.ts';
import {
  cancelDelivery,
  createDelivery,
  getDelivery,
  listDeliveries,
  type Delivery,
  type LetterOutcome,
} from '@kvartplata/contracts/billing/deliveries.ts';
import { previewLetters } from '@kvartplata/contracts/billing/letter-preview.ts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../../lib/api.ts';
import { read, readPages } from '../../lib/reads.ts';
import { isUnderWay } from '../../lib/under-way.ts';

const SHOWN = 3;
const LOOK_EVERY_MS = 700;
/** Letters go out at the pace of the mail server. */
const LOOK_AT_LETTERS_EVERY_MS = 2_000;

/** The last ones of a month, newest first, with the number of recipients; polled while one is in progress. */
export function deliveriesOfMonth(organizationId: number, period: string) {
  return queryOptions({
    ...read(listDeliveries, { query: { organizationId, period, limit: SHOWN } }),
    refetchInterval: ({ state }) => intervalFor(state.data?.items ?? []),
  });
}

/** All of them. */
export function deliveriesOf(organizationId: number) {
  return readPages(listDeliveries, { query: { organizationId } });
}

export function deliveryOf(deliveryId: number) {
  return queryOptions({
    ...read(getDelivery, { params: { deliveryId }, query: { limit: 1 } }),
    refetchInterval: ({ state }) => intervalFor(state.data === undefined ? [] : [state.data]),
  });
}

/** What would be sent to a house now. */
export function previewOf(houseId: number, period: string) {
  return read(previewLetters, { query: { houseId, period } });
}

/** @param outcome undefined for all of them */
export function lettersOf(deliveryId: number, outcome: LetterOutcome | undefined) {
  return readPages(getDelivery, { params: { deliveryId }, query: { outcome } });
}

/** Newest first, with the account's closed address. */
export function lettersTo(personalAccountId: number) {
  return readPages(listAccountLetters, { params: { personalAccountId } });
}

export async function writeAgain(personalAccountId: number, recipient: string): Promise<void> {
  await call(reopenAddress, { params: { personalAccountId }, body: { recipient } });
}

function intervalFor(deliveries: readonly Delivery[]): number | false {
  if (deliveries.some(isUnderWay)) return LOOK_EVERY_MS;
  return deliveries.some(({ outcomes }) => outcomes.waiting > 0) ? LOOK_AT_LETTERS_EVERY_MS : false;
}

export function failedOf({ outcomes }: Delivery): number {
  return outcomes.refused + outcomes.expired + outcomes.unconfirmed + outcomes.bounced;
}

/** Those that another attempt may deliver: also letters of earlier deliveries, which this one did not try again. */
export function retriableOf(delivery: Delivery): number {
  return failedOf(delivery) + delivery.outcomes['tried-before'];
}

export async function deliver(
  asked: {
    readonly period: string;
    readonly houseIds: readonly number[];
    readonly organizationId: number;
    readonly again: boolean;
  },
  idempotencyKey: string,
): Promise<Delivery> {
  return call(createDelivery, { body: { channel: 'email', ...asked }, idempotencyKey });
}

export async function cancelWaiting({ id }: Pick<Delivery, 'id'>): Promise<void> {
  await call(cancelDelivery, { params: { deliveryId: id } });
}
