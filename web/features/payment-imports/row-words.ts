// Words for the statuses of a registry's rows.
import { inBoth } from '../../lib/words.ts';

export const ROW_WORDS = inBoth(
  {
    read: 'ещё не разобрано',
    matched: 'счёт найден',
    quarantined: 'ждёт решения',
    rejected: 'отклонено',
  },
  {
    read: 'not checked yet',
    matched: 'account found',
    quarantined: 'needs a decision',
    rejected: 'rejected',
  },
);

export const ROW_BADGES = {
  read: '',
  matched: 'good',
  quarantined: 'odd',
  rejected: 'debt',
} as const;
