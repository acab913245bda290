// The paragraphs of the law behind the calculation of a month as a whole.
import { computedIn, type LawRow } from '../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging', 'decree-354', [
    [
      '36, 37',
      {
        ru: 'плата рассчитывается за календарный месяц',
        en: 'charges are calculated for a calendar month',
      },
      {
        rule: 'calculate-house.ts',
        test: 'calculate-house.test.ts',
        figure: 'an account that opens or closes in the month is charged for its days',
      },
    ],
    [
      '40',
      {
        ru: 'плата за услуги в помещении и отдельно за общедомовые нужды',
        en: 'what is used in the room is paid apart from common-house needs',
      },
      {
        rule: 'calculate-house.ts',
        test: 'calculate-house.test.ts',
        figure:
          'the common-house shares of whole months sum to the house total, and each line is the sum of its parts',
      },
    ],
  ]),
  ...computedIn('domain/charging', 'housing-code', [
    [
      '153 p. 1–153 p. 3',
      {
        ru: 'с какого дня и по какой день платят за помещение',
        en: 'from which day and to which a room is paid for',
      },
      {
        rule: 'month-days.ts',
        test: 'calculate-house.test.ts',
        figure: 'an account that opens or closes in the month is charged for its days',
      },
    ],
    [
      '157.2',
      {
        ru: 'прямой договор: строки нет, объём учтён в общедомовом',
        en: 'a direct contract: no line, and the volume counts for common-house needs',
      },
      {
        rule: 'differing-days.ts',
        test: 'account-services.test.ts',
        figure: 'has no line, but its volume still counts for the common-house needs',
      },
    ],
  ]),
];
