// Words for the outcomes of receipts sent by e-mail.
import type { LetterOutcome } from '@kvartplata/contracts/billing/deliveries.ts';
import { inBoth } from '../../lib/words.ts';

type Outcomes = Readonly<Record<LetterOutcome, string>>;

const RU: Outcomes = {
  waiting: 'ждёт отправки',
  sent: 'отправлено',
  refused: 'почтовый сервер отказал',
  bounced: 'не доставлено',
  expired: 'не отправлено в срок',
  unconfirmed: 'передано, ответа не было',
  cancelled: 'отменено',
  unsubscribed: 'отказался от писем',
  'no-address': 'нет адреса',
  'address-bounced': 'адрес не принимает письма',
  'already-sent': 'отправлено раньше',
  'tried-before': 'раньше не получилось',
  'no-receipt': 'квитанции больше нет',
};

const EN: Outcomes = {
  waiting: 'waits',
  sent: 'sent',
  refused: 'refused by the mail server',
  bounced: 'not delivered',
  expired: 'not sent in time',
  unconfirmed: 'handed over without an answer',
  cancelled: 'cancelled',
  unsubscribed: 'unsubscribed',
  'no-address': 'no address',
  'address-bounced': 'the address takes no e-mail',
  'already-sent': 'sent before',
  'tried-before': 'failed before',
  'no-receipt': 'no receipt any more',
};

export const outcomeWords = inBoth({ outcomes: RU }, { outcomes: EN });
