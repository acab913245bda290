// Why a debtor is left out of letters, in words.
import type { Words } from '../reason-words.ts';
import type { LeftOut } from './debt-letters.ts';

export const LEFT_OUT_WORDS: Readonly<Record<LeftOut, Words>> = {
  'address-unknown': { ru: 'адрес неизвестен', en: 'the address is not known' },
  'instalment-runs': { ru: 'рассрочка соблюдается', en: 'a plan of instalments is kept' },
  'case-open': { ru: 'идёт судебное дело', en: 'a court case goes on' },
  'nothing-overdue': {
    ru: 'просроченного основного долга нет',
    en: 'no principal is overdue',
  },
  'letter-term-runs': {
    ru: 'претензия уже отправлена, её 30 дней не прошли',
    en: 'the 30 days of a claim letter are not over',
  },
  'account-closed': {
    ru: 'счёт закрыт, ограничивать услуги некому',
    en: 'the account is closed: there is nobody to restrict',
  },
  'nothing-restrictable': {
    ru: 'нет долга за услуги, которые можно ограничить',
    en: 'no debt of a service that may be restricted',
  },
  'notice-open': { ru: 'уведомление уже есть', en: 'there is a notice already' },
  'norm-charge-unknown': {
    ru: 'месяц по нормативу не посчитать',
    en: 'the monthly charge by the norm is unknown',
  },
  'debt-below-two-norms': {
    ru: 'долг не больше двух месяцев по нормативу',
    en: 'the debt is not above two months by the norm',
  },
};
