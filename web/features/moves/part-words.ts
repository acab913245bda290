// Names of the files of a move.
import { inBoth } from '../../lib/words.ts';

export const PART_WORDS = inBoth(
  {
    accounts: 'Дома и счета',
    tariffs: 'Услуги и тарифы',
    meters: 'Приборы учёта',
    balances: 'Долги, пени и авансы',
  },
  {
    accounts: 'Houses and accounts',
    tariffs: 'Services and tariffs',
    meters: 'Meters',
    balances: 'Debts, penalties and advances',
  },
);
