// Why a service is not charged to an account, in words.
import { inBoth } from '../../lib/words.ts';

export const reasonWords = inBoth(
  {
    'direct-contract': 'прямой договор с поставщиком',
    'own-boiler': 'свой источник тепла',
    'not-used': 'услугой не пользуется',
    other: 'не начисляется',
  },
  {
    'direct-contract': 'a direct contract with the supplier',
    'own-boiler': 'a source of heat of its own',
    'not-used': 'the service is not used',
    other: 'not charged',
  },
);
