// Words for the states and steps of a court case.
import { inBoth } from '../../lib/words.ts';

export const caseWords = inBoth(
  {
    states: {
      opened: 'открыто',
      claimed: 'претензия отправлена',
      filed: 'подано в суд',
      ordered: 'приказ вынесен',
      cancelled: 'приказ отменён',
      bailiff: 'у приставов',
      ended: 'завершено',
    },
    steps: {
      claimed: 'Претензия отправлена',
      filed: 'Подано в суд',
      ordered: 'Приказ (решение) вынесен',
      cancelled: 'Приказ отменён',
      bailiff: 'Передано приставам',
      ended: 'Дело завершено',
    },
    proceedings: { order: 'Судебный приказ', claim: 'Исковое заявление' },
  },
  {
    states: {
      opened: 'opened',
      claimed: 'claim letter sent',
      filed: 'filed',
      ordered: 'order given',
      cancelled: 'order set aside',
      bailiff: 'with the bailiffs',
      ended: 'ended',
    },
    steps: {
      claimed: 'Claim letter sent',
      filed: 'Filed with the court',
      ordered: 'Order (decision) given',
      cancelled: 'Order set aside',
      bailiff: 'Passed to the bailiffs',
      ended: 'Case ended',
    },
    proceedings: { order: 'Court order', claim: 'Claim' },
  },
);
