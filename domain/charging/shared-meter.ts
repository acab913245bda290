// A room with several accounts, one of which has a meter of its own: it counts for that account alone, and what it has counted
// for the others is unknown.
import type { PreparedAccount } from './prepared-account.ts';
import { hasMeterOn } from './meters.ts';
import { daysBetween } from './month-days.ts';
import { UncomputableError } from './uncomputable.ts';
import type { Place } from './volume-source.ts';

/**
 * The account whose own meter also counts this account's consumption; undefined if there is none, or if this account has a meter
 * of its own. Beside a meter of the room it may be this account itself.
 * @param roommates the accounts of the room
 */
export function meterOwnerOf(
  { month, account, service, days }: Place,
  roommates: readonly PreparedAccount[],
): PreparedAccount | undefined {
  const { houseServiceId } = service.facts;
  const isMetered = (one: PreparedAccount, ofRoom: boolean): boolean =>
    hasMeterOn(
      month,
      one.facts.meters.filter(
        (meter) => meter.houseServiceId === houseServiceId && meter.ofRoom === ofRoom,
      ),
      days & daysBetween(one.first, one.last),
    );
  if (isMetered(account, true)) return roommates.find((one) => isMetered(one, false));
  return isMetered(account, false)
    ? undefined
    : roommates.find((one) => one !== account && isMetered(one, false));
}

/** Charged for its persons, the account would pay again for what the other account's meter has already counted. */
export function sharedMeter({ service }: Place, { facts }: PreparedAccount): UncomputableError {
  return new UncomputableError('shared-meter-not-supported', {
    services: [service.facts.name],
    account: facts.accountNumber,
  });
}
