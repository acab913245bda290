// A room with several accounts and one meter: how its volume is shared among them is not known yet.
import type { PreparedAccount } from './prepared-account.ts';
import { hasMeterOn } from './meters.ts';
import { UncomputableError } from './uncomputable.ts';
import type { Place } from './volume-source.ts';

/**
 * The account whose meter counts what this one draws too; undefined when this one has a meter of its own, or nobody in
 * the room has one.
 * @param roommates the accounts of the room
 */
export function meterOwnerOf(
  { month, account, service, first, last }: Place,
  roommates: readonly PreparedAccount[],
): PreparedAccount | undefined {
  const { houseServiceId } = service.facts;
  const isMetered = (one: PreparedAccount): boolean =>
    hasMeterOn(
      month,
      one.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId),
      Math.max(first, one.first),
      Math.min(last, one.last),
    );
  return isMetered(account)
    ? undefined
    : roommates.find((one) => one !== account && isMetered(one));
}

/** Charged for its persons, the account would pay for what the meter of the other has counted already. */
export function sharedMeter({ service }: Place, { facts }: PreparedAccount): UncomputableError {
  return new UncomputableError('shared-meter-not-supported', {
    services: [service.facts.name],
    account: facts.accountNumber,
  });
}
