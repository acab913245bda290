// Names of webhook events, and words for why a delivery failed.
import { inBoth } from '../../lib/words.ts';

/** Includes the test event. */
const EVENTS: Readonly<Record<string, string>> = {
  'month.applied': 'месяц проведён',
  'month.closed': 'месяц закрыт',
  'payment.booked': 'платёж внесён',
  'payment.reversed': 'платёж сторнирован',
  'job.finished': 'задание закончено',
  'dispute.opened': 'обращение жильца',
  'webhook.test': 'проверка',
};

export const webhookWords = inBoth(
  {
    events: EVENTS,
    statuses: { WAITING: 'ждёт', DELIVERED: 'доставлено', GIVEN_UP: 'не доставлено' },
    failures: {
      'no-address': 'имя сервера не найдено',
      'private-address': 'адрес не из открытого интернета',
      'no-connection': 'нет соединения',
      'too-slow': 'ответа не было 10 секунд',
      redirected: 'сервер отвечает другим адресом',
      refused: 'сервер отказал',
      gone: 'сервер больше не принимает уведомлений',
      'secret-unreadable': 'секрет не читается: создайте уведомление заново',
    },
  },
  {
    events: {
      'month.applied': 'month applied',
      'month.closed': 'month closed',
      'payment.booked': 'payment booked',
      'payment.reversed': 'payment reversed',
      'job.finished': 'job finished',
      'dispute.opened': 'dispute opened',
      'webhook.test': 'test',
    },
    statuses: { WAITING: 'waiting', DELIVERED: 'delivered', GIVEN_UP: 'given up' },
    failures: {
      'no-address': 'the host was not found',
      'private-address': 'not an address of the public internet',
      'no-connection': 'no connection',
      'too-slow': 'no answer in 10 seconds',
      redirected: 'the server answers with another address',
      refused: 'the server refused',
      gone: 'the server takes no more webhooks',
      'secret-unreadable': 'the secret cannot be read: add the webhook again',
    },
  },
);
