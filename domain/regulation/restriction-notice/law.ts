// The paragraphs of the law behind restriction notices.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/restriction-notice', 'decree-354', [
    [
      '117',
      {
        ru: 'какие услуги ограничивают за долг: не отопление и не холодную воду',
        en: 'which services are restricted for a debt: neither heating nor cold water',
      },
      {
        rule: 'restriction-notice.ts',
        test: 'restriction-notice.test.ts',
        figure: 'never heating or cold water',
      },
    ],
    [
      '118',
      {
        ru: 'неполная оплата: долг больше двух месяцев по нормативу и нет рассрочки, которую соблюдают',
        en: 'not paid in full: a debt above two months by the norm, and no agreement that is kept',
      },
      {
        rule: 'restriction-notice.ts',
        test: 'restriction-notice.test.ts',
        figure: 'is no ground while the debtor keeps an agreement to pay it off',
      },
    ],
    [
      '119',
      {
        ru: 'предупреждение: долг больше двух месячных сумм по нормативу, 20 дней на оплату, 10 дней ограничения',
        en: 'the warning: a debt above two monthly norm charges, 20 days to pay, 10 of restriction',
      },
      {
        rule: 'restriction-notice.ts',
        test: 'restriction-notice.test.ts',
        figure: '20 days to pay, then 10 of restriction',
      },
    ],
  ]),
];
