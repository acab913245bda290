// A monthly sum per account, whatever the room and whoever lives there. A one-time contribution is a service whose tariff is in
// force in one month.
import { fraction } from '../../../money/fraction.ts';
import { oneLine } from '../../service-lines.ts';
import { ofMonth } from '../../volume-source.ts';
import type { Method } from '../method.ts';
import { FIXED_LAW, FIXED_RULES } from './fixed-rules.ts';

const ONE = fraction(1n);

export const FIXED: Method<keyof typeof FIXED_RULES> = {
  rules: FIXED_RULES,
  law: FIXED_LAW,
  chargeAccount: (_house, place) => {
    const { on } = place.service.tariff;
    const source = ofMonth(place, ONE, 'fixed', {});
    return oneLine(place, {
      ...source,
      on: (stretch) => (on[stretch.first] === undefined ? undefined : source.on(stretch)),
    });
  },
  owesNothing: ({ service, first, last }) =>
    service.tariff.on.slice(first, last + 1).every((tariff) => tariff === undefined),
};
