// The token of a receipt's link: which account and month it opens, until when, and a MAC over all that. It is written in one way
// alone, so no two tokens open the same receipt until the same day.
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
};

const MAC_BYTES = 16;
const FORM =
  /^([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,10})\.([0-9a-z]{1,5})\.([0-9a-z]{1,5})\.([A-Za-z0-9_-]{22})$/;
const MONTHS_OF_YEAR = 12;

/** @param goodUntil the last day */
export function tokenOf(
  { current }: KeyRing,
  { organizationId, houseId, personalAccountId, period }: LinkedReceipt,
  goodUntil: Temporal.PlainDate,
): string {
  const month = period.year * MONTHS_OF_YEAR + period.month - 1;
  const said = [organizationId, houseId, personalAccountId, month, numberOfDay(goodUntil)]
    .map((part) => part.toString(36))
    .join('.');
  return `${said}.${macOf(current, said)}`;
}

/** undefined for a token that nobody has signed, or whose last day is over */
export function readToken(
  ring: KeyRing,
  token: string,
  today: Temporal.PlainDate,
): LinkedReceipt | undefined {
  const [, organization = '', house = '', account = '', month = '', day = '', mac = ''] =
    FORM.exec(token) ?? [];
  const said = [organization, house, account, month, day];
  if (!keysOf(ring).some((key) => isMacOf(key, said.join('.'), mac))) return undefined;
  const [organizationId, houseId, personalAccountId, months, lastDay] = said.map((part) =>
    Number.parseInt(part, 36),
  ) as [number, number, number, number, number];
  if (compareDays(today, dayOfNumber(lastDay)) > 0) return undefined;
  const period = new Temporal.PlainYearMonth(
    Math.floor(months / MONTHS_OF_YEAR),
    (months % MONTHS_OF_YEAR) + 1,
  );
  return { organizationId, houseId, personalAccountId, period };
}

/** As text, whose last sign has bits to spare: other bits there would be another token of the same MAC. */
function isMacOf(key: Key, said: string, mac: string): boolean {
  const [expected, given] = [Buffer.from(macOf(key, said)), Buffer.from(mac)];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

function macOf({ secret }: Key, said: string): string {
  const mac = createHmac('sha256', secret).update(`receipt:${said}`).digest();
  return mac.subarray(0, MAC_BYTES).toString('base64url');
}
