// Whether an account was closed by a day: its former owner still owes, but no service can be restricted to somebody who has left.
import type { AccountCard } from '@kvartplata/contracts/core/internal.ts';
import { formatDay } from '@kvartplata/domain/calendar/day.ts';
import { Refusal } from '@kvartplata/platform/http/refusal.ts';
import type { Caller } from '../access/access.service.ts';
import { readAccountCards } from '../access/places.ts';

/** The account's last day, if it is before the day; otherwise null. @throws Refusal dependency-unavailable */
export async function closedBefore(
  caller: Caller,
  personalAccountId: number,
  day: Temporal.PlainDate,
): Promise<string | null> {
  const cards = await readAccountCards(caller, [personalAccountId]);
  return lastDayBefore(cards.get(personalAccountId), formatDay(day));
}

/** @param day `YYYY-MM-DD` */
export function lastDayBefore(
  card: Pick<AccountCard, 'closedOn'> | undefined,
  day: string,
): string | null {
  const closedOn = card?.closedOn ?? null;
  return closedOn !== null && closedOn < day ? closedOn : null;
}

/** The room's services are supplied to somebody else by then, or to nobody. @throws Refusal account-closed */
export function refuseClosed(closedOn: string | null): void {
  if (closedOn !== null)
    throw new Refusal('account-closed', `The account was closed on ${closedOn}`);
}
