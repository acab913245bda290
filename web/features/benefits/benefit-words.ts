// Words for the limits of a benefit.
import { inBoth } from '../../lib/words.ts';

export const limitWords = inBoth(
  {
    norm: 'в пределах норматива на человека',
    'social-norm': 'в пределах социальной нормы площади',
    none: 'без ограничения нормативом',
  },
  {
    norm: 'within the norm of a person',
    'social-norm': 'within the social norm of area',
    none: 'not limited by the norm',
  },
);
