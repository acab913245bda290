// What letters to debtors and the reasons to leave somebody out are called.
import type { DebtLetterKind, LeftOut } from '@kvartplata/contracts/billing/debt-letters.ts';
import { inBoth } from '../../lib/words.ts';

const KINDS: Readonly<Record<DebtLetterKind, string>> = {
  claim: 'Претензии',
  restriction: 'Уведомления об ограничении услуг',
};
const KINDS_EN: Readonly<Record<DebtLetterKind, string>> = {
  claim: 'Claim letters',
  restriction: 'Restriction notices',
};
const REASONS: Readonly<Record<LeftOut, string>> = {
  'address-unknown': 'адрес неизвестен',
  'instalment-runs': 'рассрочка соблюдается',
  'case-open': 'идёт судебное дело',
  'nothing-overdue': 'просроченного основного долга нет',
  'letter-term-runs': 'претензия уже отправлена, её 30 дней не прошли',
  'nothing-restrictable': 'нет долга за услуги, которые можно ограничить',
  'notice-open': 'уведомление уже есть',
  'norm-charge-unknown': 'месяц по нормативу не посчитать',
  'debt-below-two-norms': 'долг не больше двух месяцев по нормативу',
};
const REASONS_EN: Readonly<Record<LeftOut, string>> = {
  'address-unknown': 'the address is not known',
  'instalment-runs': 'a plan of instalments is kept',
  'case-open': 'a court case goes on',
  'nothing-overdue': 'no principal is overdue',
  'letter-term-runs': 'the 30 days of a claim letter are not over',
  'nothing-restrictable': 'no debt of a service that may be restricted',
  'notice-open': 'there is a notice already',
  'norm-charge-unknown': 'a month by the norm cannot be told',
  'debt-below-two-norms': 'the debt is not above two months by the norm',
};

export const letterWords = inBoth(
  { kinds: KINDS, reasons: REASONS },
  { kinds: KINDS_EN, reasons: REASONS_EN },
);
