// Words for the limits of a benefit.
import { inBoth } from '../../lib/words.ts';

export const limitWords = inBoth(
  { norm: 'в пределах норматива на человека', none: 'без ограничения нормативом' },
  { norm: 'within the norm of a person', none: 'not limited by the norm' },
);
