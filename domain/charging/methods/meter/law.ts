// The paragraphs of the law behind a charge by meters.
import { computedIn, type LawRow } from '../../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/charging/methods/meter', 'decree-354', [
    [
      '50',
      {
        ru: 'прибор помещения, общий для нескольких лицевых счетов',
        en: 'a meter of a room that several accounts share',
      },
      {
        rule: 'room-meter.ts',
        test: 'room-meter.test.ts',
        figure: '10 × 50 = 250.00 and 250.00, and no norm × K',
      },
    ],
  ]),
  ...computedIn('domain/charging/methods/meter', 'housing-code', [
    [
      '157 p. 1',
      {
        ru: 'коммунальные услуги по приборам, а без них по нормативам',
        en: 'utilities by meters, and without them by norms',
      },
      {
        rule: 'meter.ts',
        test: 'meter.test.ts',
        figure: 'adds its average to what a second one has counted',
      },
    ],
  ]),
];
