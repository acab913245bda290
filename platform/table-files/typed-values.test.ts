import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dayOf, decimalOf, kopecksOf } from './typed-values.ts';

const decimals: { text: string; scaled: bigint | undefined }[] = [
  { text: '1234.5', scaled: 123_450n },
  { text: '1234,50', scaled: 123_450n },
  { text: '1 234,50', scaled: 123_450n },
  { text: '12\u00A0345\u00A0678,90', scaled: 1_234_567_890n },
  { text: '0007', scaled: 700n },
  { text: '1.', scaled: 100n },
  { text: '1.2000', scaled: 120n },
  { text: '-1,05', scaled: -105n },
  { text: '\u22121,05', scaled: -105n },
  { text: '5 руб.', scaled: undefined },
  { text: '1.005', scaled: undefined },
  { text: '1,234.50', scaled: undefined },
  { text: '12 34,50', scaled: undefined },
  { text: '1e3', scaled: undefined },
  { text: '+5', scaled: undefined },
  { text: '.5', scaled: undefined },
  { text: '', scaled: undefined },
  { text: '١٢', scaled: undefined },
  { text: '9'.repeat(19), scaled: undefined },
];
for (const { text, scaled } of decimals) {
  test(`"${text}" is ${scaled} hundredths`, () => assert.equal(decimalOf(text, 2), scaled));
}

const sums: { text: string; kopecks: bigint | undefined }[] = [
  { text: '1 234,56 ₽', kopecks: 123_456n },
  { text: '1\u00A0234,56\u00A0₽', kopecks: 123_456n },
  { text: '1234.56руб', kopecks: 123_456n },
  { text: '1 234,56 руб.', kopecks: 123_456n },
  { text: '5 Р.', kopecks: 500n },
  { text: '-5р', kopecks: -500n },
  { text: '5 рублей', kopecks: undefined },
  { text: 'руб.', kopecks: undefined },
  { text: '5 USD', kopecks: undefined },
  { text: '1,250', kopecks: undefined },
  { text: '-12.000 ₽', kopecks: undefined },
  { text: '1250.000', kopecks: 125_000n },
  { text: '0,250', kopecks: 25n },
  { text: '1.2500', kopecks: 125n },
  { text: ' '.repeat(30_000), kopecks: undefined },
];
for (const { text, kopecks } of sums) {
  test(`"${text.slice(0, 20)}" is ${kopecks} kopecks`, () =>
    assert.equal(kopecksOf(text), kopecks));
}

const days: { text: string; day: string | undefined }[] = [
  { text: '31.07.2026', day: '2026-07-31' },
  { text: '1.7.2026', day: '2026-07-01' },
  { text: '2026-07-31', day: '2026-07-31' },
  { text: '31.07.2026 23:59', day: '2026-07-31' },
  { text: '2026-07-31T23:59:59.999+03:00', day: '2026-07-31' },
  { text: '2026-07-31T23:59:59Z', day: '2026-07-31' },
  { text: '30.02.2026', day: undefined },
  { text: '29.02.2028', day: '2028-02-29' },
  { text: '31.07.26', day: undefined },
  { text: '07/31/2026', day: undefined },
  { text: '31.07.0026', day: undefined },
  { text: '46234', day: undefined },
];
for (const { text, day } of days) {
  test(`"${text}" is ${day ?? 'no day'}`, () => assert.equal(dayOf(text)?.toString(), day));
}
