// Words for the kinds and states of lines by hand.
import type { Adjustment } from '@kvartplata/contracts/billing/adjustments.ts';
import { inBoth } from '../../lib/words.ts';

/** The kinds as people choose them: writing off penalties is a separate one. */
export const CHOICES = ['charge', 'discount', 'write-off', 'penalty', 'court-fee'] as const;
export type Choice = (typeof CHOICES)[number];
type Shown = Choice | 'instalment-interest';

export const adjustmentWords = inBoth(
  {
    choices: {
      charge: 'Доначисление',
      discount: 'Скидка',
      'write-off': 'Списание долга',
      penalty: 'Списание пеней',
      'court-fee': 'Судебные расходы',
      'instalment-interest': 'Проценты за рассрочку',
    },
    statuses: {
      WAITING: 'ждёт второго человека',
      BOOKED: 'проведена',
      REVERSED: 'сторнирована',
      REJECTED: 'отклонена',
    },
  },
  {
    choices: {
      charge: 'Charge',
      discount: 'Discount',
      'write-off': 'Debt written off',
      penalty: 'Penalties written off',
      'court-fee': 'Court fee',
      'instalment-interest': 'Interest of an instalment plan',
    },
    statuses: {
      WAITING: 'waits for a second person',
      BOOKED: 'booked',
      REVERSED: 'reversed',
      REJECTED: 'rejected',
    },
  },
);

export function choiceOf({ kind, debtKind }: Adjustment): Shown {
  return debtKind === 'penalty' ? 'penalty' : kind;
}
