// Services that charge nothing to anybody in a month although they should: a setting is missing or wrong, and nobody would
// notice it among charges of 0.00.
import type { AccountCalculation } from './account-lines.ts';
import type { ChargeLine } from './charge-line.ts';
import { methodOf } from './methods/methods.ts';
import type { PreparedHouse } from './prepared-house.ts';
import type { PreparedService } from './prepared-service.ts';
import type { UncomputableReason } from './uncomputable.ts';
import { sharedPlaceOf } from './volume-source.ts';

/** Reasons that a person can settle in the settings; a missing reading or an unsupported rule is not one of them. */
const UNSETTLED: readonly UncomputableReason[] = [
  'tariff-missing',
  'norm-missing',
  'heating-season-missing',
  'common-area-missing',
  'year-before-missing',
  'area-inconsistent',
  'heat-meters-inconsistent',
  'heat-volume-missing',
  'heat-meters-in-even-mode',
];

type Calculated = {
  readonly computed: readonly AccountCalculation[];
  readonly lines: readonly ChargeLine[];
  /** The shared services that could not be shared out. */
  readonly failed: ReadonlyMap<number, UncomputableReason>;
};

/**
 * Services that share days with accounts that could be computed and charge none of them, except those out of season and those
 * whose meters have counted nothing.
 */
export function idleServices(house: PreparedHouse, calculated: Calculated): readonly number[] {
  const linesOf = Map.groupBy(calculated.lines, ({ houseServiceId }) => houseServiceId);
  return [...house.ownServices, ...house.sharedServices].flatMap((service) => {
    const { houseServiceId } = service.facts;
    const lines = linesOf.get(houseServiceId) ?? [];
    if (lines.some(({ amountKopecks }) => amountKopecks !== 0n)) return [];
    const isIdle = lines.length > 0 ? lines.some(isSlip) : hasNoReason(house, service, calculated);
    return isIdle ? [houseServiceId] : [];
  });
}

/** A zero charge that neither a meter nor rounding explains. */
function isSlip({ tariffE4, consumptionE6, basis }: ChargeLine): boolean {
  const { meters, unread, volumes, house } = basis;
  const isMeasured =
    (meters ?? unread ?? volumes ?? house?.volume ?? house?.yearBefore) !== undefined;
  return tariffE4 === 0n || (consumptionE6 === 0n && !isMeasured);
}

function hasNoReason(
  house: PreparedHouse,
  service: PreparedService,
  { computed, failed }: Calculated,
): boolean {
  const { houseServiceId } = service.facts;
  const reason = failed.get(houseServiceId);
  if (reason !== undefined) return UNSETTLED.includes(reason);
  const { isOutOfSeason, owesNothing } = methodOf(service.facts);
  if (isOutOfSeason?.(house)) return false;
  return computed.some(({ account, refused }) => {
    const refusal = refused.find((one) => one.houseServiceId === houseServiceId)?.error.reason;
    const place = sharedPlaceOf(house.month, account, service);
    if (place === undefined || place.charged === 0) return false;
    if (owesNothing?.({ ...place, days: place.charged }, house) === true) return false;
    return refusal === undefined || UNSETTLED.includes(refusal);
  });
}
