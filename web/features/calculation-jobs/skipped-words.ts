// Why an account was not charged, or not in full, in words.
import type { UncomputableReason } from '@kvartplata/domain/charging/uncomputable.ts';
import { inBoth, type Language } from '../../lib/words.ts';

const WORDS = inBoth(
  {
    'reading-missing': 'нет показания, и нет ни среднего, ни норматива',
    'reading-below-previous': 'показание меньше предыдущего',
    'meter-missing': 'дни без прибора учёта, и нет норматива',
    'tariff-missing': 'нет тарифа',
    'norm-missing': 'нет норматива',
    'persons-missing': 'неизвестно число проживающих',
    'house-reading-missing': 'нет показания общедомового прибора, и нет норматива',
    'common-house-incomplete': 'ОДН не делится, пока рассчитаны не все счета',
    'common-area-missing': 'неизвестна площадь мест общего пользования',
    'area-inconsistent': 'площадь счетов больше площади дома',
    'volume-implausible': 'неправдоподобный объём',
    'amount-implausible': 'неправдоподобная сумма',
    'method-not-supported': 'способ начисления не поддержан',
  },
  {
    'reading-missing': 'no reading, and neither an average nor a norm',
    'reading-below-previous': 'the reading is below the one before',
    'meter-missing': 'days without a meter, and no norm',
    'tariff-missing': 'no tariff',
    'norm-missing': 'no norm',
    'persons-missing': 'nobody knows how many live there',
    'house-reading-missing': 'no reading of the house-wide meter, and no norm',
    'common-house-incomplete': 'common-house needs wait until every account is computed',
    'common-area-missing': 'the common area is unknown',
    'area-inconsistent': 'the accounts hold more area than the house',
    'volume-implausible': 'an implausible volume',
    'amount-implausible': 'an implausible sum',
    'method-not-supported': 'the method is not supported',
  },
) satisfies Readonly<Record<Language, Readonly<Record<UncomputableReason, string>>>>;

/** @param reason its code, a colon, and what the service says */
export function sayReason(reason: string, language: Language): string {
  const words: Readonly<Record<string, string>> = WORDS[language];
  return words[reason.split(':', 1)[0] ?? ''] ?? reason;
}
