// Every text that the services write as a rate's basis is translated, and nothing else is touched.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseDay } from '@kvartplata/domain/calendar/day.ts';
import {
  deriveEffectiveRates,
  rateRulePeriods,
} from '@kvartplata/domain/regulation/penalty/effective-rate.ts';
import { decideImport } from '@kvartplata/billing-service/src/penalties/key-rate-import/import-decision.ts';
import { OWN_WORDS, sayBasis } from './rate-basis.ts';

const ACROSS_ALL_RULES = { validFrom: parseDay('2013-09-13'), validTo: null, baseRateE4: 8_0000n };

test('the basis of every rate of the reference is in Russian', () => {
  const derived = deriveEffectiveRates([ACROSS_ALL_RULES]);
  assert.ok(derived.length > rateRulePeriods.length);
  for (const { description } of derived)
    assert.match(sayBasis(description, 'ru'), /^[^A-Za-z]+$/, description);
});

test('a rule has the same words as in the law’s calendar', () => {
  for (const { description, descriptionRu } of rateRulePeriods)
    assert.equal(OWN_WORDS[description], descriptionRu);
});

test('the basis written by an import is in Russian, inside and outside of a rule', () => {
  for (const [day, said] of [
    ['2019-01-01', 'Загружена из сервиса Банка России KeyRateXML'],
    [
      '2020-05-01',
      'Загружена из сервиса Банка России KeyRateXML. Мораторий на пени: постановление №\u00a0424',
    ],
  ] as const) {
    const on = parseDay(day);
    const decision = decideImport(undefined, [{ on, rateE4: 6_0000n }], on);
    assert.ok(decision.outcome === 'added');
    assert.equal(sayBasis(decision.rate.description, 'ru'), said);
  }
});

test('a typed basis stays unchanged, and English stays English, with the page’s figures', () => {
  assert.equal(sayBasis('Протокол № 3', 'ru'), 'Протокол № 3');
  assert.equal(sayBasis('Protocol 3, 9.5 %', 'en'), 'Protocol 3, 9.5 %');
  assert.equal(sayBasis('Frozen at 9.5 %: Decree 474', 'en'), 'Frozen at 9,5\u00a0%: Decree 474');
  assert.equal(sayBasis(null, 'ru'), '');
});
