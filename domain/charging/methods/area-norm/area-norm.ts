// By the area of a dwelling and the norm per square metre, used for waste if the region has chosen so. A room where nobody lives
// has no such norm.
import { areaNormVolume } from '../../../regulation/individual-charge/area-norm-volume.ts';
import { byContractVolume } from '../../contract-volume.ts';
import { normOn } from '../../prepared-service.ts';
import { isDwelling, oneLine } from '../../service-lines.ts';
import { forDays } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { AREA_NORM_LAW, AREA_NORM_RULES } from './area-norm-rules.ts';

const SQUARE_METRE_E10 = 10_000_000_000n;

export const AREA_NORM: Method<keyof typeof AREA_NORM_RULES> = {
  rules: AREA_NORM_RULES,
  law: AREA_NORM_LAW,
  chargeAccount: (_house, place) => {
    const { month, account, service } = place;
    if (!isDwelling(place)) return oneLine(place, byContractVolume(place));
    const area = { numerator: account.areaE10, denominator: SQUARE_METRE_E10 };
    return oneLine(place, {
      rule: 'area-norm',
      cuts: service.norm.cuts,
      on: ({ first, days }) => {
        const { value, text, basis } = normOn(service, month, first);
        const monthly = areaNormVolume(area, value);
        return { volume: forDays(monthly, days, month), inputs: { norm: text, normBasis: basis } };
      },
      inputs: account.area,
    });
  },
};
