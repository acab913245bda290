// The charges of one account that follow from itself: every service but those that the house shares out.
import { add, sum } from '../money/fraction.ts';
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
  /** False where the account pays somebody else for it on all days: then its volume is only not known. */
  readonly isCharged: boolean;
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

/** What keeps one service alone from being charged is told beside the others; what is not charged here keeps nothing else. */
function orRefusal<T>({ charged }: Place, calculate: () => T): T | UncomputableError {
  try {
    return calculate();
  } catch (error) {
    if (error instanceof UncomputableError && (error.isOfOneService || charged === 0)) return error;
    throw error;
  }
}

/** One kilowatt-hour would count twice for who has the service at one rate and by the hours of the day on the same days. */
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

/** A house may have one utility service twice in a month: by norm first and by meter then. */
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
