// Why an account is skipped, in words.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ReasonFacts } from '@kvartplata/domain/charging/uncomputable.ts';
import type { Static } from 'typebox';
import type { Apart } from '../testing/same-shape.ts';
import { skipWords } from './skip-words.ts';
import { SKIP_CODES, type SkipFacts } from './skipped-accounts.ts';

test('the facts of a skip reason have the same fields as in the calculation', () => {
  const apart: Apart<Static<typeof SkipFacts>, ReasonFacts> = 'none';
  assert.equal(apart, 'none');
});

test('every reason for skipping an account has words in both languages', () => {
  for (const reason of SKIP_CODES) {
    const { ru, en } = skipWords({ reason, facts: {} });
    assert.match(ru, /^[А-Яа-яЁё]/);
    assert.match(en, /^[a-z]/);
  }
});

test('the words include the facts of the reason', () => {
  const facts = { services: ['Горячая вода'], component: 'heat', day: '2026-05-09' } as const;
  assert.deepEqual(skipWords({ reason: 'tariff-missing', facts }), {
    ru: 'нет тарифа: Горячая вода, тепловая энергия, на 09.05.2026',
    en: 'no tariff: Горячая вода, thermal energy, on 2026-05-09',
  });
  assert.equal(
    skipWords({ reason: 'volume-implausible', facts: { figure: '801', most: '800' } }).ru,
    'неправдоподобный объём: 801, не больше 800',
  );
});
