import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatDay, parseDay } from '../../calendar/day.ts';
import { covers, findOverlap } from '../../calendar/period.ts';
import { formatScaled, parseScaled } from '../../money/scaled.ts';
import type { EffectiveRateRecord, KeyRateRecord } from './effective-rate.ts';
import {
  deriveEffectiveRates,
  effectiveRateOn,
  findRuleChange,
  rateRuleOn,
  rateRulePeriods,
} from './effective-rate.ts';
import keyRatesFile from './key-rates.json' with { type: 'json' };
import { lookUpRate } from './penalty-rate.ts';

function keyRate(validFrom: string, validTo: string | null, percent: string): KeyRateRecord {
  return {
    validFrom: parseDay(validFrom),
    validTo: validTo === null ? null : parseDay(validTo),
    baseRateE4: parseScaled(percent, 4),
  };
}

const keyRates = keyRatesFile.rates.map(({ validFrom, validTo, baseCbrRate }) =>
  keyRate(validFrom, validTo, baseCbrRate),
);
const derived = deriveEffectiveRates(keyRates);

function inWords(record: EffectiveRateRecord): string {
  const { validFrom, validTo, baseRateE4, effectiveRateE4 } = record;
  const end = validTo === null ? 'open' : formatDay(validTo);
  const rates = `${formatScaled(baseRateE4, 4)} ${formatScaled(effectiveRateE4, 4)}`;
  return `${formatDay(validFrom)} ${end} ${rates}`;
}

const byDay = [
  { day: '2020-04-05', key: '6.00', effective: '6.0000', why: 'the day before the moratorium' },
  { day: '2020-04-06', key: '6.00', effective: '0.0000', why: 'the moratorium begins' },
  { day: '2020-12-31', key: '4.25', effective: '0.0000', why: 'the moratorium ends inclusive' },
  { day: '2021-01-01', key: '4.25', effective: '4.2500', why: 'the key rate again' },
  { day: '2022-02-27', key: '9.50', effective: '9.5000', why: 'the day before the freeze' },
  { day: '2022-02-28', key: '20.00', effective: '9.5000', why: 'frozen' },
  { day: '2022-06-14', key: '9.50', effective: '9.5000', why: 'frozen at the same rate' },
  { day: '2022-07-31', key: '8.00', effective: '9.5000', why: 'frozen above a lower key rate' },
  { day: '2022-08-01', key: '8.00', effective: '8.0000', why: 'now the lower of the two' },
  { day: '2022-09-18', key: '8.00', effective: '8.0000', why: 'the last day at 8.0' },
  { day: '2022-09-19', key: '7.50', effective: '7.5000', why: 'the lower key rate' },
  { day: '2023-07-23', key: '7.50', effective: '7.5000', why: 'the last day at 7.5' },
  { day: '2023-07-24', key: '8.50', effective: '8.5000', why: 'still below 9.5' },
  { day: '2023-08-14', key: '8.50', effective: '8.5000', why: 'the last day at 8.5' },
  { day: '2023-08-15', key: '12.00', effective: '9.5000', why: 'capped from here' },
  { day: '2024-10-28', key: '21.00', effective: '9.5000', why: 'capped at the highest key rate' },
  { day: '2026-07-27', key: '14.00', effective: '9.5000', why: 'the last known key rate' },
];

for (const { day, key, effective, why } of byDay) {
  test(`on ${day} the key rate ${key} counts as ${effective}: ${why}`, () => {
    const rateE4 = effectiveRateOn(parseDay(day), parseScaled(key, 4));
    assert.equal(formatScaled(rateE4, 4), effective);
    assert.equal(lookUpRate(derived, parseDay(day)), rateE4);
    assert.equal(lookUpRate(keyRates.map(withBaseAsRate), parseDay(day)), parseScaled(key, 4));
  });
}

function withBaseAsRate({ validFrom, validTo, baseRateE4 }: KeyRateRecord) {
  return { validFrom, validTo, effectiveRateE4: baseRateE4 };
}

test('the cap applies up to 2026-12-31, and the key rate itself from the next day', () => {
  assert.equal(effectiveRateOn(parseDay('2026-12-31'), 14_0000n), 9_5000n);
  assert.equal(effectiveRateOn(parseDay('2027-01-01'), 14_0000n), 14_0000n);
});

test('the rules are in order and do not overlap', () => {
  assert.equal(findOverlap(rateRulePeriods), undefined);
  const days = rateRulePeriods.map(({ validFrom }) => formatDay(validFrom));
  assert.deepEqual(days, days.toSorted());
});

test('a key-rate period is cut where a rule begins or ends inside it', () => {
  assert.deepEqual(deriveEffectiveRates([keyRate('2020-02-10', '2021-02-28', '6')]).map(inWords), [
    '2020-02-10 2020-04-05 6.0000 6.0000',
    '2020-04-06 2020-12-31 6.0000 0.0000',
    '2021-01-01 2021-02-28 6.0000 6.0000',
  ]);
});

test('a closed period is cut at the end of the cap', () => {
  assert.deepEqual(deriveEffectiveRates([keyRate('2026-12-21', '2027-02-14', '13')]).map(inWords), [
    '2026-12-21 2026-12-31 13.0000 9.5000',
    '2027-01-01 2027-02-14 13.0000 13.0000',
  ]);
});

const open = [
  {
    from: '2020-12-01',
    records: [
      '2020-12-01 2020-12-31 8.0000 0.0000',
      '2021-01-01 2022-02-27 8.0000 8.0000',
      '2022-02-28 2022-07-31 8.0000 9.5000',
      '2022-08-01 open 8.0000 8.0000',
    ],
    why: 'cut at every rule, but not at the end of the last',
  },
  { from: '2026-12-31', records: ['2026-12-31 open 8.0000 8.0000'], why: 'on the last ruled day' },
  { from: '2027-01-01', records: ['2027-01-01 open 8.0000 8.0000'], why: 'after all rules' },
];

for (const { from, records, why } of open) {
  test(`a key rate open from ${from} leaves one open record: ${why}`, () => {
    assert.deepEqual(deriveEffectiveRates([keyRate(from, null, '8')]).map(inWords), records);
  });
}

test('the 66 known key-rate periods give 69 records: three are cut once each', () => {
  assert.equal(keyRates.length, 66);
  assert.equal(derived.length, 69);
  assert.equal(inWords(derived.at(-1)!), '2026-07-27 open 14.0000 9.5000');
});

test('every day since the first key rate has one record with its base rate and its rule', () => {
  assert.equal(findOverlap(derived), undefined);
  let index = 0;
  const last = parseDay('2026-12-31');
  for (let day = parseDay('2013-09-13'); !day.equals(last); day = day.add({ days: 1 })) {
    if (!covers(derived[index]!, day)) index += 1;
    const record = derived[index]!;
    assert.ok(covers(record, day), `${formatDay(day)} is covered by the next record`);
    assert.equal(lookUpRate(keyRates.map(withBaseAsRate), day), record.baseRateE4);
    assert.equal(effectiveRateOn(day, record.baseRateE4), record.effectiveRateE4);
  }
});

test('every record names the source of its rate, within 500 characters', () => {
  for (const { description, baseRateE4, effectiveRateE4 } of derived) {
    assert.ok(description.length <= 500);
    if (baseRateE4 !== effectiveRateE4) assert.match(description, /Decree (?:424|474)/);
  }
});

const changes = [
  { from: '2026-07-27', base: '14', effective: '9.5', lastDay: '2026-12-31', found: undefined },
  { from: '2026-07-27', base: '14', effective: '9.5', lastDay: '2027-01-01', found: '2027-01-01' },
  { from: '2026-07-27', base: '14', effective: '9.5', lastDay: '2028-03-05', found: '2027-01-01' },
  { from: '2026-07-27', base: '8', effective: '8', lastDay: '2028-03-05', found: undefined },
  { from: '2027-01-01', base: '14', effective: '14', lastDay: '2028-03-05', found: undefined },
  { from: '2022-02-28', base: '20', effective: '9.5', lastDay: '2022-12-31', found: undefined },
  { from: '2022-02-28', base: '8', effective: '9.5', lastDay: '2022-12-31', found: '2022-08-01' },
  { from: '2020-02-10', base: '6', effective: '6', lastDay: '2020-12-31', found: '2020-04-06' },
];

for (const { from, base, effective, lastDay, found } of changes) {
  test(`a rate of ${base} that counts as ${effective} from ${from} has ${found ?? 'no change'} up to ${lastDay}`, () => {
    const record = {
      validFrom: parseDay(from),
      baseRateE4: parseScaled(base, 4),
      effectiveRateE4: parseScaled(effective, 4),
    };
    const day = findRuleChange(record, parseDay(lastDay));
    assert.equal(day === undefined ? undefined : formatDay(day), found);
  });
}

test('a rule is found on its first and last day', () => {
  assert.equal(rateRuleOn(parseDay('2026-12-31'))?.kind, 'cap');
  assert.equal(rateRuleOn(parseDay('2022-08-01'))?.kind, 'cap');
  assert.equal(rateRuleOn(parseDay('2022-07-31'))?.kind, 'flat');
  assert.equal(rateRuleOn(parseDay('2027-01-01')), undefined);
});
