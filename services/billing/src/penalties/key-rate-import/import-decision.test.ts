// The decision for each kind of answer from the Bank of Russia, case by case.
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { formatDay, parseDay } from '@kvartplata/domain/calendar/day.ts';
import { formatScaled, parseScaled } from '@kvartplata/domain/money/scaled.ts';
import { decideImport, type ImportDecision, type StandingRate } from './import-decision.ts';

type Told = readonly [day: string, rate: string];

function standing(
  validFrom: string,
  base: string,
  effective: string,
  more: { validTo?: string; source?: 'manual' } = {},
): StandingRate {
  return {
    validFrom: parseDay(validFrom),
    validTo: more.validTo === undefined ? null : parseDay(more.validTo),
    baseRateE4: parseScaled(base, 4),
    effectiveRateE4: parseScaled(effective, 4),
    source: more.source ?? 'import',
  };
}

function decide(rate: StandingRate | undefined, told: readonly Told[], today: string) {
  const answer = told.map(([day, percent]) => ({
    on: parseDay(day),
    rateE4: parseScaled(percent, 4),
  }));
  return decideImport(rate, answer, parseDay(today));
}

function inWords(decision: ImportDecision): string {
  if (decision.outcome !== 'added') return decision.outcome;
  const { validFrom, baseRateE4, effectiveRateE4 } = decision.rate;
  const rates = [baseRateE4, effectiveRateE4].map((rateE4) => formatScaled(rateE4, 2 + 2));
  return `${formatDay(validFrom)} ${rates.join(' / ')}${decision.remarks.length === 0 ? '' : ' ?'}`;
}

/** The open rate of the seed. */
const OPEN = standing('2026-07-27', '14', '9.5');
const OLD: readonly Told[] = [
  ['2026-08-03', '14'],
  ['2026-09-11', '14'],
];

const cases: readonly {
  readonly rate?: StandingRate;
  readonly told: readonly Told[];
  readonly today?: string;
  readonly decision: string;
  readonly why: string;
}[] = [
  { told: OLD, decision: 'unchanged', why: 'the rate is the same' },
  { told: [['2026-09-11', '14']], decision: 'unchanged', why: 'one record of the same rate' },
  {
    told: [...OLD, ['2026-09-14', '13.5'], ['2026-09-15', '13.5']],
    decision: '2026-09-14 13.5000 / 9.5000',
    why: 'the first day that carries the new rate, capped while the cap holds',
  },
  {
    told: [...OLD, ['2026-09-14', '8']],
    decision: '2026-09-14 8.0000 / 8.0000',
    why: 'a rate below the cap counts as it is',
  },
  {
    told: [['2026-07-24', '14.25'], ...OLD, ['2026-09-14', '13.5']],
    decision: '2026-09-14 13.5000 / 9.5000',
    why: 'what was before the open rate began is no matter',
  },
  {
    told: [['2026-09-14', '13.5']],
    decision: '2026-09-14 13.5000 / 9.5000 ?',
    why: 'the answer does not reach back: the rate may have begun earlier',
  },
  {
    told: [...OLD, ['2026-09-14', '13.5'], ['2026-09-21', '13']],
    decision: '2026-09-21 13.0000 / 9.5000 ?',
    why: 'of two changes the latest is taken, the other one told',
  },
  {
    told: [...OLD, ['2026-09-14', '13'], ['2026-09-15', '14'], ['2026-09-16', '13']],
    decision: '2026-09-16 13.0000 / 9.5000 ?',
    why: 'a rate that came, went and came again begins when it came last',
  },
  {
    told: [...OLD, ['2026-09-14', '13'], ['2026-09-15', '14']],
    decision: 'unchanged',
    why: 'the latest day alone decides',
  },
  {
    told: [...OLD, ['2026-09-18', '13.5']],
    today: '2026-09-15',
    decision: '2026-09-18 13.5000 / 9.5000',
    why: 'a rate that is announced begins on its day',
  },
  {
    told: [['2026-07-24', '14.25']],
    decision: 'outdated',
    why: 'the bank is behind the reference',
  },
  {
    told: [
      ['2026-07-24', '13'],
      ['2026-07-27', '13'],
      ['2026-09-14', '13'],
    ],
    decision: 'contradicted',
    why: 'the bank says otherwise from the first day of the open rate on',
  },
  {
    told: [['2026-07-27', '13']],
    decision: 'contradicted',
    why: 'the open rate cannot end before it begins',
  },
  {
    told: [...OLD, ['2026-09-14', '29']],
    decision: '2026-09-14 29.0000 / 9.5000',
    why: '15 points are not more than 15',
  },
  { told: [...OLD, ['2026-09-14', '29.01']], decision: 'quarantined', why: 'a jump up' },
  {
    rate: standing('2026-07-27', '21', '9.5'),
    told: [
      ['2026-08-03', '21'],
      ['2026-09-14', '5.99'],
    ],
    decision: 'quarantined',
    why: 'a jump down',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { source: 'manual' }),
    told: [...OLD, ['2026-09-14', '13.5']],
    decision: 'manual',
    why: 'a person’s rate stands still',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { source: 'manual' }),
    told: OLD,
    today: '2027-05-01',
    decision: 'manual',
    why: 'whatever the law',
  },
  {
    rate: standing('2026-07-27', '14', '14'),
    told: OLD,
    decision: 'unchanged',
    why: 'the key rates are compared, not the effective ones',
  },
  {
    told: [['2027-01-11', '14']],
    today: '2026-12-31',
    decision: 'unchanged',
    why: 'the last day of the cap',
  },
  {
    told: [['2027-01-11', '14']],
    today: '2027-01-01',
    decision: '2027-01-01 14.0000 / 14.0000',
    why: 'the day after the cap: the key rate itself',
  },
  {
    told: [
      ['2027-01-11', '14'],
      ['2027-02-15', '13'],
    ],
    today: '2027-02-16',
    decision: '2027-01-01 14.0000 / 14.0000',
    why: 'the end of the cap before the change of the rate',
  },
  {
    told: [
      ['2026-12-18', '14'],
      ['2026-12-21', '13'],
    ],
    today: '2027-01-12',
    decision: '2026-12-21 13.0000 / 9.5000',
    why: 'a change under the cap before the end of the cap',
  },
  {
    rate: standing('2026-12-21', '13', '9.5'),
    told: [['2026-12-21', '13']],
    today: '2027-01-12',
    decision: '2027-01-01 13.0000 / 13.0000',
    why: 'and then the end of the cap',
  },
  {
    told: [
      ['2026-12-30', '14'],
      ['2027-01-01', '13'],
    ],
    today: '2027-01-12',
    decision: '2027-01-01 13.0000 / 13.0000',
    why: 'both on one day make one rate',
  },
  {
    rate: standing('2027-01-01', '14', '14'),
    told: [['2027-02-15', '14']],
    today: '2027-02-16',
    decision: 'unchanged',
    why: 'after the cap nothing is left to do',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { validTo: '2026-09-20', source: 'manual' }),
    told: OLD,
    today: '2026-09-20',
    decision: 'covered',
    why: 'the last rate still holds',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { validTo: '2026-09-20', source: 'manual' }),
    told: [['2026-09-18', '13']],
    today: '2026-09-21',
    decision: '2026-09-21 13.0000 / 9.5000',
    why: 'the day after the last rate has ended',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { validTo: '2026-09-10' }),
    told: [['2026-09-18', '13']],
    today: '2026-09-21',
    decision: '2026-09-18 13.0000 / 9.5000 ?',
    why: 'days that nobody knows the rate of are left out, and told',
  },
  {
    rate: standing('2026-07-27', '14', '9.5', { validTo: '2026-09-20' }),
    told: [['2026-09-21', '40']],
    today: '2026-09-21',
    decision: 'quarantined',
    why: 'a jump over a gap is a jump',
  },
];

describe('the decision', () => {
  for (const { rate = OPEN, told, today = '2026-09-21', decision, why } of cases) {
    test(`is ${decision}: ${why}`, () => {
      assert.equal(inWords(decide(rate, told, today)), decision);
    });
  }

  test('without any stored rate adds the first one of the bank', () => {
    assert.equal(inWords(decide(undefined, OLD, '2026-09-21')), '2026-08-03 14.0000 / 9.5000');
  });

  test('has remarks if the rates differ', () => {
    const told: readonly Told[] = [...OLD, ['2026-09-14', '13.5']];
    const manual = standing('2026-07-27', '14', '9.5', { source: 'manual' });
    const ours = { ourRate: '14.0000', ourSince: '2026-07-27', since: '2026-09-14' };
    assert.deepEqual(decide(manual, told, '2026-09-21').remarks, [
      { code: 'rate-differs', facts: { bankRate: '13.5000', ...ours } },
    ]);
    assert.deepEqual(decide(manual, OLD, '2026-09-21').remarks, []);
    const jump = decide(OPEN, [...OLD, ['2026-09-14', '40']], '2026-09-21');
    assert.deepEqual(jump.remarks, [
      { code: 'rate-differs', facts: { bankRate: '40.0000', ...ours } },
    ]);
  });

  test('describes the new rate as imported, with the rule that applies to it', () => {
    const described = (told: readonly Told[], today: string): string => {
      const decision = decide(OPEN, told, today);
      return decision.outcome === 'added' ? decision.rate.description : decision.outcome;
    };
    const capped = described([...OLD, ['2026-09-14', '13.5']], '2026-09-21');
    assert.match(
      capped,
      /^Automatic import from the Bank of Russia's KeyRateXML service\. The lower/,
    );
    assert.ok(capped.length <= 500);
    assert.match(described([['2027-01-11', '14']], '2027-01-12'), /KeyRateXML service$/);
  });
});
