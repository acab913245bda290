// Words for the states and steps of a restriction notice.
import { inBoth } from '../../lib/words.ts';

export const noticeWords = inBoth(
  {
    states: {
      made: 'составлено',
      delivered: 'доставлено',
      restricted: 'услуга ограничена',
      suspended: 'услуга приостановлена',
      ended: 'завершено',
    },
    steps: {
      delivered: 'Предупреждение доставлено',
      restricted: 'Услуга ограничена',
      suspended: 'Услуга приостановлена',
      ended: 'Завершено: оплачено или отозвано',
    },
  },
  {
    states: {
      made: 'made',
      delivered: 'delivered',
      restricted: 'service restricted',
      suspended: 'service suspended',
      ended: 'ended',
    },
    steps: {
      delivered: 'Notice delivered',
      restricted: 'Service restricted',
      suspended: 'Service suspended',
      ended: 'Ended: paid or taken back',
    },
  },
);
