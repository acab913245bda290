// What stands in on the days on which no meter does: the norm, and in a room that nobody lives in the contract.
import { byContractVolume } from '../../contract-volume.ts';
import type { DaySet } from '../../month-days.ts';
import { isDwelling } from '../../service-lines.ts';
import { byNorm, type Place, type VolumeSource } from '../../volume-source.ts';

/**
 * @param covered the days on which a meter stands
 * @throws UncomputableError contract-volume-missing, and of a day what norms throw
 */
export function withoutMeter(place: Place, covered: DaySet): VolumeSource {
  return isDwelling(place)
    ? byNorm(place, 'norm-no-meter')
    : byContractVolume(place, place.days & ~covered);
}
