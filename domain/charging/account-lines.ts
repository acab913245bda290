// Calculates the charges of one account that depend on that account alone: all services except those shared out by the house.
import { add, sum } from '../money/fraction.ts';
import type { ChargeLine } from './charge-line.ts';
import { methodOf } from './methods/methods.ts';
import type { PreparedAccount } from './prepared-account.ts';
import type { PreparedHouse } from './prepared-house.ts';
import type { Drawn } from './service-lines.ts';
import { meterOwnerOf, sharedMeter } from './shared-meter.ts';
import { UncomputableError } from './uncomputable.ts';
import { placeOf, type Place } from './volume-source.ts';

/** A service that is not charged to an account that is charged for others. */
export type RefusedService = {
  readonly houseServiceId: number;
  readonly code: string;
  readonly error: UncomputableError;
  /** The account whose meter counts everything that this account uses. */
  readonly meterOwner?: PreparedAccount;
  /** False if the account pays somebody else for it on all days: then only its volume is unknown. */
  readonly isCharged: boolean;
};

export type AccountCalculation = {
  readonly account: PreparedAccount;
  readonly lines: readonly ChargeLine[];
  /** The volumes used, by service code. */
  readonly drawn: ReadonlyMap<string, Drawn>;
  readonly refused: readonly RefusedService[];
};

/**
 * @param roommates all accounts of the room
 * @throws UncomputableError when a figure that a charge needs is missing
 */
export function calculateAccount(
  house: PreparedHouse,
  account: PreparedAccount,
  roommates: readonly PreparedAccount[],
): AccountCalculation {
  refuseTwoRates(house, account);
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
        ? orRefusal(place, () => chargeAccount?.(house, place, { ...found, refused, roommates }))
        : sharedMeter(place, meterOwner);
    if (charged instanceof UncomputableError) {
      const isOnItsDays = meterOwner && meterOwner !== account && covers(meterOwner, place);
      refused.push({
        houseServiceId,
        code,
        error: charged,
        ...(isOnItsDays && { meterOwner }),
        isCharged: place.charged !== 0,
      });
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

/** A refusal of one service is reported beside the other lines; a service that is not charged here blocks nothing else. */
function orRefusal<T>({ charged }: Place, calculate: () => T): T | UncomputableError {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UncomputableError && (error.isOfOneService || charged === 0)) return error;
    throw error;
  }
}

/** An account with the service at one rate and by the hours of the day on the same days would pay for each unit twice. */
function refuseTwoRates(house: PreparedHouse, account: PreparedAccount): void {
  const { atTwoRates, ownServices, month } = house;
  if (atTwoRates === undefined) return;
  const places = ownServices.flatMap((service) => placeOf(month, account, service) ?? []);
  const isTwice = places.some((one) =>
    places.some(
      ({ service, days }) =>
        service.facts.hoursOf === one.service.facts.code && (days & one.days) !== 0,
    ),
  );
  if (isTwice) throw new UncomputableError('method-not-supported', { services: [atTwoRates] });
}

/** A house may have one utility service twice in a month: first by norm, then by meter. */
function together(before: Drawn | undefined, now: Drawn): Drawn {
  if (before === undefined) return now;
  return {
    own: add(before.own, now.own),
    recalculated: add(before.recalculated, now.recalculated),
    absent: add(before.absent, now.absent),
    ...tamperedTogether(before, now),
    metered: before.metered === now.metered ? now.metered : 'some-days',
  };
}

function tamperedTogether(before: Drawn, now: Drawn): Pick<Drawn, 'tampered'> {
  const all = [before, now].flatMap(({ tampered }) => tampered ?? []);
  return all.length === 0 ? {} : { tampered: sum(all) };
}
