// By the volume in the contract, or a calculated one, whether or not a meter could be installed. A dwelling without such a volume
// pays nothing.
import { byContractVolume, hasContractVolume } from '../../contract-volume.ts';
import { isDwelling, oneVolumeLines } from '../../service-lines.ts';
import type { Place } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { CALCULATED_VOLUME_LAW, CALCULATED_VOLUME_RULES } from './calculated-volume-rules.ts';

export const CALCULATED_VOLUME: Method<keyof typeof CALCULATED_VOLUME_RULES> = {
  rules: CALCULATED_VOLUME_RULES,
  law: CALCULATED_VOLUME_LAW,
  chargeAccount: (_house, place) =>
    hasNoContract(place) ? undefined : oneVolumeLines(place, byContractVolume(place)),
  owesNothing: hasNoContract,
};

function hasNoContract(place: Place): boolean {
  return isDwelling(place) && !hasContractVolume(place);
}
