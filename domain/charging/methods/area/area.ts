// By the area of the room, multiplied by the account's share of it.
import { oneLine } from '../../service-lines.ts';
import { ofMonth } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { AREA_LAW, AREA_RULES } from './area-rules.ts';

const SQUARE_METRE_E10 = 10_000_000_000n;

export const AREA: Method<keyof typeof AREA_RULES> = {
  rules: AREA_RULES,
  law: AREA_LAW,
  chargeAccount: (_house, place) => {
    const { areaE10, area } = place.account;
    const volume = { numerator: areaE10, denominator: SQUARE_METRE_E10 };
    return oneLine(place, ofMonth(place, volume, 'area', area));
  },
};
