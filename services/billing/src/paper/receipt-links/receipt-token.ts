// The token of a receipt's link: the account and month that it opens, its last day, how often the account's links had been
// withdrawn and who the payer was when it was made, and a MAC over all of these. The encoding is unique, so no two tokens open
// the same receipt until the same day.
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { BillingMonth } from '@kvartplata/domain/calendar/billing-month.ts';
import { dayOfNumber, numberOfDay } from '@kvartplata/domain/calendar/day-number.ts';
import { compareDays } from '@kvartplata/domain/calendar/day.ts';
import { keysOf, type Key, type KeyRing } from '@kvartplata/platform/identity/keys.ts';

export type LinkedReceipt = {
  readonly organizationId: number;
  readonly houseId: number;
  readonly personalAccountId: number;
  readonly period: BillingMonth;
  /** How often the account's links had been withdrawn when the token was made. */
  readonly withdrawals: number;
  /** Identifies the payer at that time, see `isMarkOf`. */
  readonly payerMark: string;
};

const MAC_BYTES = 16;
const NUMBER = '([0-9a-z]{1,10})';
const SHORT = '([0-9a-z]{1,5})';
const FORM = new RegExp(
  `^${NUMBER}\\.${NUMBER}\\.${NUMBER}\\.${SHORT}\\.${SHORT}\\.${SHORT}\\.([A-Za-z0-9_-]{4})\\.([A-Za-z0-9_-]{22})$`,
);
const MARK_BYTES = 3;
const MONTHS_OF_YEAR = 12;

/** @param goodUntil the last day */
export function tokenOf(
  { current }: KeyRing,
  { organizationId, houseId, personalAccountId, period, withdrawals, payerMark }: LinkedReceipt,
  goodUntil: Temporal.PlainDate,
): string {
  const month = period.year * MONTHS_OF_YEAR + period.month - 1;
  const numbers = [organizationId, houseId, personalAccountId, month, numberOfDay(goodUntil)];
  const said = [...[...numbers, withdrawals].map((part) => part.toString(36)), payerMark].join('.');
  return `${said}.${macOf(current, said)}`;
}

/** Undefined for a token whose signature is invalid, or whose last day is over. */
export function readToken(
  ring: KeyRing,
  token: string,
  today: Temporal.PlainDate,
): LinkedReceipt | undefined {
  const parts = FORM.exec(token)?.slice(1) ?? [];
  const [said, mac = ''] = [parts.slice(0, -1), parts.at(-1)];
  if (!keysOf(ring).some((key) => isMacOf(key, said.join('.'), mac))) return undefined;
  const [organizationId, houseId, personalAccountId, months, lastDay, withdrawals] = said
    .slice(0, -1)
    .map((part) => Number.parseInt(part, 36)) as [number, number, number, number, number, number];
  if (compareDays(today, dayOfNumber(lastDay)) > 0) return undefined;
  const period = new Temporal.PlainYearMonth(
    Math.floor(months / MONTHS_OF_YEAR),
    (months % MONTHS_OF_YEAR) + 1,
  );
  const payerMark = said.at(-1) ?? '';
  return { organizationId, houseId, personalAccountId, period, withdrawals, payerMark };
}

/**
 * Another payer of the account has another mark, except in one of sixteen million cases. Without the key, the reader of a link
 * cannot find the name of a mark by trying a list.
 */
export function payerMarkOf(
  { current }: KeyRing,
  personalAccountId: number,
  payer: string,
): string {
  return markOf(current, personalAccountId, payer);
}

/** Whether a link was made while this payer had the account. */
export function isMarkOf(
  ring: KeyRing,
  { personalAccountId, payerMark }: LinkedReceipt,
  payer: string,
): boolean {
  return keysOf(ring).some((key) => markOf(key, personalAccountId, payer) === payerMark);
}

function markOf({ secret }: Key, personalAccountId: number, payer: string): string {
  const mac = createHmac('sha256', secret).update(`payer:${personalAccountId}:${payer}`).digest();
  return mac.subarray(0, MARK_BYTES).toString('base64url');
}

/** Compared as text: the last character has unused bits, and other values of them would make another token with the same MAC. */
function isMacOf(key: Key, said: string, mac: string): boolean {
  const [expected, given] = [Buffer.from(macOf(key, said)), Buffer.from(mac)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf({ secret }: Key, said: string): string {
  const mac = createHmac('sha256', secret).update(`receipt:${said}`).digest();
  return mac.subarray(0, MAC_BYTES).toString('base64url');
}
