// Names of the kinds of acts on a meter.
import type { MeterActKind } from '@kvartplata/contracts/core/meter-acts.ts';
import { inBoth } from '../../lib/words.ts';

export const ACT_WORDS = inBoth<Readonly<Record<MeterActKind, string>>>(
  {
    failed: 'Неисправность или утрата',
    'access-refused': 'Отказ в допуске',
    tampering: 'Вмешательство в работу',
    seal: 'Опломбирование',
  },
  {
    failed: 'Broken or lost',
    'access-refused': 'Access refused',
    tampering: 'Interference',
    seal: 'Sealing',
  },
);
