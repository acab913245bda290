// Heating charged evenly over the year: each month a twelfth of the house's consumption in the previous calendar year.
import { fraction, multiply, type Fraction } from '../../../money/fraction.ts';
import { formatScaled } from '../../../money/scaled.ts';
import type { HouseBasis } from '../../charge-line.ts';
import { hasMeterOn, type MetersOfMonth } from '../../meters.ts';
import type { PreparedHouse } from '../../prepared-house.ts';
import type { PreparedService } from '../../prepared-service.ts';
import type { Accounts } from '../../shared-lines.ts';
import { UncomputableError } from '../../uncomputable.ts';
import { sharedPlaceOf } from '../../volume-source.ts';

export type EvenHeat = {
  /** In the form of a volume counted by the month's meters. */
  readonly meters: MetersOfMonth;
  readonly yearBefore: NonNullable<HouseBasis['yearBefore']>;
};

/**
 * @throws UncomputableError heat-volume-missing, heat-meters-in-even-mode
 * Source: Government Decree 354 of 2011-05-06, p. 42(1), appendix 2, formula 3: paid evenly over the calendar year.
 */
export function evenHeat(
  { facts, month }: PreparedHouse,
  service: PreparedService,
  { all }: Accounts,
): EvenHeat {
  const { name, houseServiceId, yearVolumes } = service.facts;
  const year = facts.month.year - 1;
  const found = yearVolumes.find((one) => one.year === year);
  if (found === undefined) throw new UncomputableError('heat-volume-missing', { services: [name] });
  const hasMeter = all.some((account) => {
    const place = sharedPlaceOf(month, account, service);
    const own = account.facts.meters.filter((meter) => meter.houseServiceId === houseServiceId);
    return place !== undefined && hasMeterOn(month, own, place.days);
  });
  if (hasMeter) throw new UncomputableError('heat-meters-in-even-mode', { services: [name] });
  return {
    meters: {
      own: twelfthOf(found.volumeE3),
      counted: fraction(0n),
      recalculated: fraction(0n),
      read: [],
      unread: [],
      readBefore: false,
      covered: 0,
    },
    yearBefore: { year, volume: formatScaled(found.volumeE3, 3) },
  };
}

function twelfthOf(volumeE3: bigint): Fraction {
  return multiply(fraction(volumeE3, 1000n), fraction(1n, 12n));
}
