import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FIELD_REASONS, type FieldReasonCode } from '@kvartplata/contracts/field-reasons.ts';
import { reasonTexts, sayReason } from './reason-texts.ts';

const CODES = Object.keys(FIELD_REASONS) as readonly FieldReasonCode[];

test('every reason has words in both languages, with exactly its own parameters', () => {
  for (const language of ['ru', 'en'] as const)
    for (const code of CODES) {
      const text = reasonTexts[language][code];
      const named = [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      assert.ok(text, `${language} ${code}`);
      assert.deepEqual(
        new Set(named),
        new Set<unknown>(FIELD_REASONS[code]),
        `${language} ${code}`,
      );
    }
});

const SAID = [
  { code: 'too-long', params: { limit: 100 }, ru: 'Слишком длинно, знаков можно не больше: 100' },
  { code: 'too-large', params: { limit: 100_000 }, ru: 'Не больше 100\u00a0000' },
  {
    code: 'device-without-guid',
    params: { serialNumber: '2500100' },
    ru: 'У прибора № 2500100 нет кода ГИС ЖКХ',
  },
  {
    code: 'before-day',
    params: { day: '2026-02-01' },
    ru: 'Дата раньше допустимой: не раньше 01.02.2026',
  },
] as const;
for (const { code, params, ru } of SAID) {
  test(`${code} is worded in the page's language: ${ru}`, () => {
    assert.equal(sayReason({ code, params }, 'ru'), ru);
  });
}

test('a missing reason, or one of a later version, has no words', () => {
  assert.equal(sayReason({}, 'ru'), undefined);
  assert.equal(sayReason({ code: 'of-tomorrow' }, 'ru'), undefined);
});
