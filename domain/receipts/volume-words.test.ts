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
  { why: 'square metres', of: basis({ area: '54.30' }), words: 'площадь 54.3 м²' },
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
  { why: 'a month, without a volume', of: basis({}), words: null },
  {
    why: 'a correction',
    of: basis({ correction: { period: '2026-05', reason: 'ошибка', stood: [] } }),
    words: null,
  },
];
for (const { why, of, words } of told)
  test(`how a volume was found, in words: ${why}`, () => assert.equal(volumeInWords(of), words));
