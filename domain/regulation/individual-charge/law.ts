// The paragraphs of the law behind the volume of a single room.
import { computedIn, type LawRow } from '../../law/law-row.ts';

export const LAW: readonly LawRow[] = [
  ...computedIn('domain/regulation/individual-charge', 'decree-354', [
    [
      '42',
      {
        ru: 'объём по показаниям прибора в помещении, без прибора – по нормативу',
        en: 'the volume by the meter of the room, without one by the norm',
      },
      {
        rule: 'norm-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'is counted for each person',
      },
    ],
    [
      '42(2)',
      {
        ru: 'отопление в сезон или равномерно в течение года',
        en: 'heating in the season, or evenly over the year',
      },
      {
        rule: 'heating-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'over the whole year: 55.44 m² × 0.0195 × 7/12 × 2371.72 = 1495.68',
      },
    ],
    [
      '56(2)',
      {
        ru: 'никто не зарегистрирован: считаются собственники',
        en: 'nobody is registered: the owners count',
      },
      {
        rule: 'norm-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'is counted for the owners where nobody is registered (p. 56(2))',
      },
    ],
    [
      'app. 2 f. 1',
      { ru: 'разность показаний прибора', en: 'the difference of two readings' },
      {
        rule: 'meter-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'that rolled over adds 10^digits: 99998.5 → 2.5',
      },
    ],
    [
      'app. 2 f. 2, app. 2 f. 2(1)',
      {
        ru: 'отопление по нормативу в сезон и в течение года',
        en: 'heating by the norm in the season, and over the year',
      },
      {
        rule: 'heating-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'over the whole year: 55.44 m² × 0.0195 × 7/12 × 2371.72 = 1495.68',
      },
    ],
    [
      'app. 2 f. 3',
      { ru: 'отопление по общедомовому прибору', en: 'heating by the house-wide meter' },
      {
        rule: 'heating-by-house-meter.ts',
        test: 'heating-by-house-meter.test.ts',
        figure: '120 Gcal × 50/1000 × 2280.50 = 13683.00',
      },
    ],
    [
      'app. 2 f. 3(1)–app. 2 f. 3(3)',
      {
        ru: 'отопление, когда приборы есть в части помещений или во всех',
        en: 'heating where some rooms have meters, or all',
      },
      {
        rule: 'heating-by-room-meters.ts',
        test: 'heating-by-room-meters.test.ts',
        figure:
          'V 100, S 1000: A 100 m² 6 and B 100 m² 10 by meter are 8 and 12, 50 m² without one 5',
      },
    ],
    [
      'app. 2 f. 4',
      { ru: 'норматив на зарегистрированного', en: 'the norm of each registered person' },
      {
        rule: 'norm-volume.ts',
        test: 'individual-charge.test.ts',
        figure: 'is counted for each person',
      },
    ],
  ]),
];
