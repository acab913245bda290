// Heating by the house-wide meter where some rooms heat themselves: these pay only their part of the common rooms.
import { fraction, fromScaled, multiply, add, type Fraction } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import { sumOf } from '../../../money/sums.ts';
import { shareHeatingBesideBoilers } from '../../../regulation/individual-charge/heating-by-house-meter.ts';
import type { ChargeLine } from '../../charge-line.ts';
import type { ChargeRule } from '../../charge-rules.ts';
import { formatShown } from '../../exact-text.ts';
import { meterInputs } from '../../meters.ts';
import { countDays, edgesOf, hasDay } from '../../month-days.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import { areaDays, computedOf, roomsArea, weightsOf, type Accounts } from '../../shared-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { spreadOver, type Place, type VolumeSource } from '../../volume-source.ts';
import type { WholeHeat } from './whole-heat.ts';

/** @throws UncomputableError common-area-missing, area-inconsistent */
export function besideBoilers(
  house: PreparedHouse,
  service: PreparedService,
  accounts: Accounts,
  { volume, meters, rule, yearBefore, linesOf }: WholeHeat,
): readonly ChargeLine[] {
  const { commonAreaE2 } = house.facts;
  const { name, precision } = service.facts;
  if (commonAreaE2 === null)
    throw new UncomputableError('common-area-missing', { services: [name] });
  const { places, weights, whole } = weightsOf(house, service, accounts);
  const heated = places.map(
    (place) => place.account.areaE10 * BigInt(countDays(place.days & ~place.ownHeat)),
  );
  const ownHeat = sumOf(weights) - sumOf(heated);
  const common = areaDays(commonAreaE2, house.month);
  if (whole - ownHeat + common === 0n)
    throw new UncomputableError('area-inconsistent', { services: [name], most: roomsArea(house) });
  const weighed = { heated, all: weights, whole, common };
  const shares = shareHeatingBesideBoilers(volume, precision, weighed);
  const inputs = {
    ...meterInputs(meters),
    house: {
      ...(yearBefore === undefined ? { volume: formatShown(volume) } : { yearBefore }),
      shared: formatShown(volume),
      roomsArea: roomsArea(house),
      heatedArea: formatShown(meanArea(whole - ownHeat, house)),
      commonArea: formatScaled(commonAreaE2, 2),
    },
  };
  const isComputed = computedOf(accounts);
  return places.flatMap((place, index) => {
    if (!isComputed(place)) return [];
    const own = { own: shares.own[index] ?? 0n, common: shares.common[index] ?? 0n };
    const charged = place.ownHeat === 0 ? 'heating-beside-boilers' : 'heating-own-boiler';
    const named = rule === 'heating-late-reading' ? rule : charged;
    return linesOf(place, heatedOn(place, own, inputs, named));
  });
}

/** The heat of the account's room is spread evenly over the days on which the house heats it, the common heat over all days. */
export function heatedOn(
  place: Place,
  units: { readonly own: bigint; readonly common: bigint },
  inputs: VolumeSource['inputs'],
  rule: ChargeRule,
): VolumeSource {
  const { month, account, service, days, ownHeat } = place;
  const { precision } = service.facts;
  const [own, common] = [fromScaled(units.own, precision), fromScaled(units.common, precision)];
  const heatedDays = countDays(days & ~ownHeat);
  const allDays = countDays(days);
  return {
    rule,
    cuts: edgesOf(month, ownHeat),
    on: (stretch) => {
      const ofCommon = multiply(common, fraction(stretch.days, BigInt(allDays)));
      if (hasDay(ownHeat, stretch.first)) return { volume: ofCommon, inputs: { ownHeat: true } };
      const ofOwn = multiply(own, fraction(stretch.days, BigInt(heatedDays)));
      return { volume: add(ofOwn, ofCommon) };
    },
    inputs: {
      ...inputs,
      ...account.area,
      ownVolume: formatScaled(units.own, precision),
      commonVolume: formatScaled(units.common, precision),
      heatedDays,
      ...spreadOver(place, days),
    },
  };
}

/** Square metres, as the mean over the month's days. */
function meanArea(weight: bigint, { month }: PreparedHouse): Fraction {
  return fraction(weight, 10_000_000_000n * month.days);
}
