import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ChargeBasis, MeterBasis } from '../charging/charge-line.ts';
import { volumeInWords } from './volume-words.ts';

const PART = {
  from: '2026-07-01',
  to: '2026-07-31',
  days: 31,
  volume: '7.690000',
  tariff: '49.1900',
  tariffBasis: 'Приказ № 1',
  amount: '378.27',
};
const METER: MeterBasis = {
  serialNumber: 'СХВ-15 № 1',
  digits: 5,
  previous: '198.795',
  previousOn: '2026-06-25',
  current: '202.740',
  currentOn: '2026-07-25',
  rollover: false,
};
const UNREAD = { meterId: 1, serialNumber: '1', because: 'reading-missing', period: 2 } as const;
const basis = (more: Partial<ChargeBasis>): ChargeBasis => ({
  rule: 'individual-meter',
  daysInMonth: 31,
  parts: [PART],
  ...more,
});

const told: readonly {
  readonly why: string;
  readonly of: ChargeBasis;
  readonly words: string | null;
}[] = [
  { why: 'a meter', of: basis({ meters: [METER] }), words: 'по прибору: 202.74 − 198.795' },
  {
    why: 'two meters, one past its end',
    of: basis({
      meters: [METER, { ...METER, previous: '99998.000', current: '2.000', rollover: true }],
    }),
    words: 'по прибору: 202.74 − 198.795 + по прибору: 2 − 99998, через ноль',
  },
  {
    why: 'an average in the second period',
    of: basis({
      unread: [
        { ...UNREAD, average: { months: 6, volume: '25.300', days: 31 }, estimate: '4.216667' },
      ],
    }),
    words: 'по среднему: 25.3 за 6 мес., период 2-й',
  },
  {
    why: 'the norm, no reading having come',
    of: basis({ unread: [UNREAD], parts: [{ ...PART, norm: '4.200', persons: 2 }] }),
    words: 'по нормативу: 4.2 × 2 чел.',
  },
  {
    why: 'the norm of the owners, where nobody is registered',
    of: basis({ parts: [{ ...PART, norm: '3.190', persons: 2, personsAreOwners: true }] }),
    words: 'по нормативу: 3.19 × 2 собств.',
  },
  {
    why: 'a norm of square metres',
    of: basis({ area: '54.30', parts: [{ ...PART, norm: '0.0195' }] }),
    words: 'по нормативу: 0.0195 × 54.3 м²',
  },
  {
    why: 'a norm of square metres, paid over the whole year: 0.0195 × 54.3 × 7/12 = 0.617663',
    of: basis({ area: '54.30', heatingMonths: 7, parts: [{ ...PART, norm: '0.0195' }] }),
    words: 'по нормативу: 0.0195 × 54.3 м² × 7/12',
  },
  {
    why: 'the common rooms, for a room that heats itself: 0.0195 × 58 × 118.4 / 481.6 × 7/12 = 0.162198',
    of: basis({
      area: '58.00',
      heatingMonths: 7,
      common: { area: '118.40', roomsArea: '481.60' },
      parts: [{ ...PART, norm: '0.0195', ownHeat: true }],
    }),
    words: 'по нормативу: 0.0195 × 58 м² × 118.4 / 481.6 × 7/12',
  },
  {
    why: 'the heat of the house beside rooms that heat themselves, not shared out by all the area',
    of: basis({
      area: '50.00',
      ownVolume: '0.000000',
      commonVolume: '1.000000',
      house: { shared: '110', roomsArea: '1000.00', heatedArea: '900', commonArea: '200.00' },
    }),
    words: 'своё тепло 0 + часть общего тепла дома 1',
  },
  {
    why: 'the heat in water',
    of: basis({ component: 'heat', meters: [METER], parts: [{ ...PART, heatNorm: '0.061100' }] }),
    words: 'объём воды × 0.0611 Гкал/м³',
  },
  {
    why: 'a reading after months that were charged without one: 202.74 − 198.795 − 2.5 = 1.445',
    of: basis({ meters: [{ ...METER, estimated: '2.500000' }] }),
    words: 'по прибору: 202.74 − 198.795 − 2.5 (начислено раньше)',
  },
  {
    why: 'another number of persons from the 16th day on',
    of: basis({
      parts: [
        { ...PART, days: 15, norm: '3.190', persons: 2 },
        { ...PART, days: 16, norm: '3.190', persons: 3 },
      ],
    }),
    words: 'по нормативу: 3.19 × 2 чел. × 15/31 + по нормативу: 3.19 × 3 чел. × 16/31',
  },
  {
    why: 'the same norm before and after another tariff',
    of: basis({
      parts: [
        { ...PART, days: 15, norm: '3.190', persons: 1 },
        { ...PART, days: 16, norm: '3.190', persons: 1, tariff: '200.0000' },
      ],
    }),
    words: 'по нормативу: 3.19 × 1 чел.',
  },
  {
    why: 'an average from the day on which the meter failed',
    of: basis({
      meters: [METER],
      unread: [
        {
          ...UNREAD,
          period: 1,
          average: { months: 6, volume: '25.300', days: 12 },
          estimate: '1.632258',
        },
      ],
    }),
    words: 'по прибору: 202.74 − 198.795 + по среднему: 25.3 за 6 мес. × 12/31, период 1-й',
  },
  {
    why: 'the norm for two meters, one of which has an average',
    of: basis({
      unread: [
        { ...UNREAD, average: { months: 6, volume: '24.000', days: 31 } },
        { ...UNREAD, meterId: 2, estimate: '8.400000' },
      ],
      parts: [{ ...PART, norm: '4.200', persons: 2 }],
    }),
    words: 'по нормативу: 4.2 × 2 чел.',
  },
  {
    why: 'the part of a room whose meter has an average',
    of: basis({
      ownVolume: '2.000000',
      room: { volume: '4.000000', by: 'share' },
      unread: [
        { ...UNREAD, average: { months: 6, volume: '24.000', days: 31 }, estimate: '2.000000' },
      ],
    }),
    words: 'по приборам помещения: 2 из 4',
  },
  {
    why: 'a reading below what estimates have charged: the rest is taken back in a line of its own',
    of: basis({
      meters: [{ ...METER, previous: '100.000', current: '103.000', estimated: '6.000000' }],
    }),
    words: '0: по прибору: 103 − 100 − 6 (начислено раньше) меньше нуля',
  },
  {
    why: 'the waste water of it',
    of: basis({ volumes: { 'cold-water': '-3.000000', 'hot-water': '4/3' } }),
    words: '0: сумма объёмов воды: −3 + 1.333333 меньше нуля',
  },
  {
    why: 'a meter of an account that pays somebody else from the 11th on',
    of: basis({ meters: [METER], spreadDays: 31, parts: [{ ...PART, days: 10 }] }),
    words: '(по прибору: 202.74 − 198.795) × 10/31',
  },
  { why: 'square metres', of: basis({ area: '54.30' }), words: 'площадь 54.3 м²' },
  {
    why: 'square metres of an account opened on the 17th',
    of: basis({ area: '54.30', parts: [{ ...PART, days: 15 }] }),
    words: 'площадь 54.3 м² × 15/31',
  },
  { why: 'persons', of: basis({ parts: [{ ...PART, persons: 3 }] }), words: '3 чел.' },
  {
    why: 'a contract',
    of: basis({ parts: [{ ...PART, contractVolume: '12.500' }] }),
    words: 'по договору: 12.5 в месяц',
  },
  {
    why: 'what was drawn',
    of: basis({ volumes: { 'cold-water': '3.945', 'hot-water': '3.190' } }),
    words: 'сумма объёмов воды: 3.945 + 3.19',
  },
  {
    why: 'a part of what the house shares out',
    of: basis({ area: '54.30', house: { shared: '23.485', roomsArea: '5000.00' } }),
    words: 'доля от 23.485: 54.3 / 5000 м²',
  },
  {
    why: 'the same for an account opened on the 17th: 23.485 × 54.3 / 5000 × 15/31 = 0.123',
    of: basis({
      area: '54.30',
      house: { shared: '23.485', roomsArea: '5000.00' },
      parts: [{ ...PART, days: 15 }],
    }),
    words: 'доля от 23.485: 54.3 / 5000 м² × 15/31',
  },
  { why: 'a month, without a volume', of: basis({}), words: null },
  {
    why: 'a correction',
    of: basis({ correction: { period: '2026-05', reason: 'ошибка', stood: [] } }),
    words: null,
  },
];
for (const { why, of, words } of told)
  test(`how a volume was found, in words: ${why}`, () => assert.equal(volumeInWords(of), words));
