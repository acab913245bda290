import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LINE, type ChargeBasis } from '../charging/charge-line.ts';
import { recalculationsOf, type GroundedCharge } from './recalculations.ts';

function charge(changes: Partial<GroundedCharge>): GroundedCharge {
  return {
    houseServiceId: 1,
    line: LINE.service,
    serviceName: 'Холодная вода',
    rateType: 'recalculation',
    amountKopecks: -100_00n,
    concerns: '2026-07',
    basis: { rule: 'absence' },
    ...changes,
  };
}

function corrected(period: string, reason: string, amountKopecks: bigint): GroundedCharge {
  const correction = { period, reason, stood: [] };
  return charge({ concerns: period, basis: { rule: 'correction', correction }, amountKopecks });
}

const grounds = (basis: Pick<ChargeBasis, 'rule' | 'correction' | 'acts'>): string | undefined =>
  recalculationsOf([charge({ basis })])[0]?.grounds;

test('a charge for the month itself is not a recalculation', () => {
  const own = charge({ rateType: 'norm', basis: { rule: 'individual-meter' } });
  assert.deepEqual(recalculationsOf([own, charge({ rateType: 'benefit' })]), []);
});

test('months corrected for the same reason form one recalculation, other reasons others', () => {
  const found = recalculationsOf([
    corrected('2026-05', 'Тариф исправлен', 10_00n),
    corrected('2026-03', 'Тариф исправлен', 5_01n),
    corrected('2026-05', 'Показание исправлено', -2_00n),
    charge({ houseServiceId: 2, serviceName: 'Отопление' }),
  ]);
  assert.deepEqual(
    found.map(({ code, from, to, grounds: why, amountKopecks }) => [
      code,
      from,
      to,
      why,
      amountKopecks,
    ]),
    [
      ['01', '2026-03', '2026-05', 'Тариф исправлен', 15_01n],
      ['01', '2026-05', '2026-05', 'Показание исправлено', -2_00n],
      ['02', '2026-07', '2026-07', 'временное отсутствие (п. 86–97 Правил № 354)', -100_00n],
    ],
  );
});

test('the recalculation of a year covers its twelve months', () => {
  const correction = { year: 2025, period: '2025-12', reason: 'Корректировка', stood: [] };
  const [year] = recalculationsOf([
    charge({ line: LINE.year, concerns: '2026-01', basis: { rule: 'heating-year', correction } }),
  ]);
  assert.deepEqual([year?.from, year?.to], ['2025-01', '2025-12']);
});

test('the grounds name each kind of act once', () => {
  const hours = { from: '2026-07-03T10:00:00', to: '2026-07-04T10:00:00' };
  const acts = {
    standard: 'heating',
    period: '2026-07',
    charged: [],
    charge: '3000.00',
    acts: [
      { kind: 'interruption', ...hours },
      { kind: 'interruption', ...hours },
      { kind: 'temperature', ...hours },
    ],
  } as const;
  assert.equal(
    grounds({ rule: 'service-acts', acts }),
    'перерыв дольше допустимого, отклонение температуры (п. 98 Правил № 354)',
  );
});

test('the grounds of a late reading and of interference name their article', () => {
  assert.match(grounds({ rule: 'late-reading' }) ?? '', /п\. 61/);
  assert.match(grounds({ rule: 'tampering' }) ?? '', /п\. 62/);
});
