// What is charged on the days without a meter: the norm, or the contract volume for a room where nobody lives.
import { byContractVolume } from '../../contract-volume.ts';
import type { DaySet } from '../../month-days.ts';
import { isDwelling } from '../../service-lines.ts';
import { byNorm, type Place, type VolumeSource } from '../../volume-source.ts';

/**
 * @param covered the days on which a meter is installed
 * @throws UncomputableError contract-volume-missing, and per day whatever norms throw
 */
export function withoutMeter(place: Place, covered: DaySet): VolumeSource {
  return isDwelling(place)
    ? byNorm(place, 'norm-no-meter')
    : byContractVolume(place, place.days & ~covered);
}
