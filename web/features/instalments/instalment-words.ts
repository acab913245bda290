// The states of plans and of their parts, in words.
import { inBoth } from '../../lib/words.ts';

export const instalmentWords = inBoth(
  {
    states: { active: 'идёт', kept: 'выполнена', broken: 'сорвана', cancelled: 'отменена' },
    parts: { paid: 'оплачено', due: 'ждёт оплаты', missed: 'пропущено', ended: '–' },
  },
  {
    states: { active: 'running', kept: 'kept', broken: 'broken', cancelled: 'cancelled' },
    parts: { paid: 'paid', due: 'due', missed: 'missed', ended: '–' },
  },
);
