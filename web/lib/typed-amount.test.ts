import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAmount } from './typed-amount.ts';

const TYPED: { typed: string; is: RegExp | string }[] = [
  { typed: '1 250,50', is: '1250.50' },
  { typed: '007', is: '7' },
  { typed: '999999999,99', is: '999999999.99' },
  { typed: '', is: /больше нуля/ },
  { typed: 'сто', is: /больше нуля/ },
  { typed: '0,00', is: /больше нуля/ },
  { typed: '-5', is: /больше нуля/ },
  { typed: '100,555', is: /двух знаков/ },
  { typed: '100,1234567890', is: /двух знаков/ },
  { typed: '1000000000', is: /Не больше 999/ },
  { typed: '99999999999999999999', is: /Не больше 999/ },
];
for (const { typed, is } of TYPED)
  test(`"${typed}" as an amount gives ${String(is)}`, () => {
    const parsed = parseAmount(typed, 'ru');
    if (typeof is === 'string') assert.deepEqual(parsed, { amount: is });
    else assert.match('wrong' in parsed ? parsed.wrong : '', is);
  });
