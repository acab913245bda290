// The charges of one account that follow from itself: every service but those that the house shares out.
import { add } from '../money/fraction.ts';
import type { ChargeLine } from './charge-line.ts';
import { methodOf } from './methods/methods.ts';
import type { PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import type { Drawn } from './service-lines.ts';
import { meterOwnerOf, sharedMeter } from './shared-meter.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, type Place } from './volume-source.ts';

/** A service that the account is not charged for, while it is charged for others. */
export type RefusedService = {
  readonly houseServiceId: number;
  readonly code: string;
  readonly error: UncomputableError;
  /** Whose meter counts all that the account draws. */
  readonly meterOwner?: PreparedAccount;
};

export type AccountCalculation = {
  readonly account: PreparedAccount;
  readonly lines: readonly ChargeLine[];
  /** What was drawn, by service code. */
  readonly drawn: ReadonlyMap<string, Drawn>;
  readonly refused: readonly RefusedService[];
};

/**
 * @param roommates all accounts of the room
 * @throws UncomputableError when a figure that a charge needs is not there
 */
export function calculateAccount(
  house: PreparedHouse,
  account: PreparedAccount,
  roommates: readonly PreparedAccount[],
): AccountCalculation {
  refuseTwoRates(house);
  const found = { lines: [] as ChargeLine[], drawn: new Map<string, Drawn>() };
  const refused: RefusedService[] = [];
  for (const service of house.ownServices) {
    const place = placeOf(house.month, account, service);
    if (place === undefined) continue;
    const { houseServiceId, code } = service.facts;
    const { meters, chargeAccount } = methodOf(service.facts);
    const meterOwner = meters === 'individual' ? meterOwnerOf(place, roommates) : undefined;
    const charged =
      meterOwner === undefined
        ? orRefusal(() => chargeAccount?.(house, place, { ...found, refused, roommates }))
        : sharedMeter(place, meterOwner);
    if (charged instanceof UncomputableError) {
      const isOnItsDays = meterOwner && meterOwner !== account && covers(meterOwner, place);
      refused.push({ houseServiceId, code, error: charged, ...(isOnItsDays && { meterOwner }) });
    } else if (charged !== undefined) {
      found.lines.push(...charged.lines);
      found.drawn.set(code, together(found.drawn.get(code), charged));
    }
  }
  return { account, ...found, refused };
}

function covers({ first, last }: PreparedAccount, place: Place): boolean {
  return first <= place.first && place.last <= last;
}

/** What keeps one service alone from being charged is told beside the others. */
function orRefusal<T>(calculate: () => T): T | UncomputableError {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UncomputableError && error.isOfOneService) return error;
    throw error;
  }
}

/** Who pays by one rate and who by those of the day and the night cannot be told: one kilowatt-hour would count twice. */
function refuseTwoRates({ atTwoRates }: PreparedHouse): void {
  if (atTwoRates !== undefined)
    throw new UncomputableError('method-not-supported', { services: [atTwoRates] });
}

/** A house may have one utility service twice in a month: by norm first and by meter then. */
function together(before: Drawn | undefined, now: Drawn): Drawn {
  if (before === undefined) return now;
  return {
    own: add(before.own, now.own),
    recalculated: add(before.recalculated, now.recalculated),
    absent: add(before.absent, now.absent),
    metered: before.metered === now.metered ? now.metered : 'some-days',
  };
}
