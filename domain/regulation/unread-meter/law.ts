// The paragraphs of the law behind a meter that is not read or does not count.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/unread-meter', 'decree-354', [
    [
      '59, 60',
      {
        ru: 'нет показаний, прибор неисправен или не поверен: среднее за три периода, затем норматив',
        en: 'no reading, a meter that is faulty or past its verification: the average for three periods, then the norm',
      },
      {
        rule: 'unread-meter.ts',
        test: 'unread-meter.test.ts',
        figure: 'by its average in the third month without a reading',
      },
    ],
    [
      '60(2), 85',
      {
        ru: 'недопуск к проверке прибора: с дня акта среднее за три периода, затем норматив с коэффициентом',
        en: 'a check of the meter refused: from the day of the act the average for three periods, then the norm with the coefficient',
      },
      {
        rule: 'unread-meter.ts',
        test: 'unread-meter.test.ts',
        figure: 'from the day on which a check was refused, when that was before',
      },
    ],
    [
      '59(1), 60(1)',
      { ru: 'то же для общедомового прибора', en: 'the same for a house-wide meter' },
      {
        rule: 'unread-meter.ts',
        test: 'unread-meter.test.ts',
        figure: 'is what it has counted over its months',
      },
    ],
    [
      '59(2)',
      { ru: 'прибор проработал меньше трёх месяцев', en: 'a meter of less than three months' },
      {
        rule: 'unread-meter.ts',
        test: 'unread-meter.test.ts',
        figure: 'by the norm at once when it has worked too short',
      },
    ],
    [
      '80(1), 81(12)',
      {
        ru: 'прибор электроэнергии после срока поверки; прибор, вышедший из строя',
        en: 'an electricity meter past its verification; a meter out of order',
      },
      {
        rule: 'unread-meter.ts',
        test: 'unread-meter.test.ts',
        figure: 'of electricity when it is broken, not when its verification is over (p. 80(1))',
      },
    ],
  ]),
];
