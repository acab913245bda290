import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { DecimalFormatError, formatScaled, parseScaled } from './scaled.ts';

const accepted = [
  { text: '0', places: 2, value: 0n, printed: '0.00', why: 'zero gains its places' },
  { text: '-0', places: 2, value: 0n, printed: '0.00', why: 'there is one zero' },
  { text: '-0.00', places: 2, value: 0n, printed: '0.00', why: 'there is one zero' },
  { text: '1234.5', places: 2, value: 1234_50n, printed: '1234.50', why: 'a place is missing' },
  { text: '-0.05', places: 2, value: -5n, printed: '-0.05', why: 'sign before a leading zero' },
  { text: '-1.05', places: 2, value: -105n, printed: '-1.05', why: 'negative' },
  { text: '0.061', places: 6, value: 61_000n, printed: '0.061000', why: 'small values' },
  { text: '16', places: 0, value: 16n, printed: '16', why: 'no dot without places' },
  { text: '-7', places: 0, value: -7n, printed: '-7', why: 'no dot without places, negative' },
  {
    text: '9007199254740993.01',
    places: 2,
    value: 900719925474099301n,
    printed: '9007199254740993.01',
    why: 'beyond what a double can hold',
  },
];

for (const { text, places, value, printed, why } of accepted) {
  test(`"${text}" at ${places} places is parsed and printed exactly: ${why}`, () => {
    assert.equal(parseScaled(text, places), value);
    assert.equal(formatScaled(value, places), printed);
  });
}

const refused = [
  { text: '', why: 'empty' },
  { text: ' 1', why: 'blank before' },
  { text: '1\n', why: 'line end after' },
  { text: '+1', why: 'plus sign' },
  { text: '--1', why: 'two signs' },
  { text: '01', why: 'leading zero' },
  { text: '1.', why: 'no digit after the point' },
  { text: '.5', why: 'no digit before the point' },
  { text: '1,5', why: 'decimal comma' },
  { text: '1e3', why: 'exponent' },
  { text: '0x10', why: 'hexadecimal' },
  { text: '1_000', why: 'separator' },
  { text: 'NaN', why: 'not a number' },
  { text: 'Infinity', why: 'not finite' },
  { text: '٣', why: 'a digit of another script' },
  { text: '1.005', why: 'too many places' },
  { text: '1.000', why: 'too many places even if zeros' },
];

for (const { text, why } of refused) {
  test(`${JSON.stringify(text)} is refused, and the error names it: ${why}`, () => {
    assert.throws(
      () => parseScaled(text, 2),
      (error) => error instanceof DecimalFormatError && error.message.includes(`"${text}"`),
    );
  });
}

test('the error says whether the format or the number of places is wrong', () => {
  assert.throws(() => parseScaled('1.005', 2), /more than 2 decimal places/);
  assert.throws(() => parseScaled('1.5', 0), /more than 0 decimal places/);
  assert.throws(() => parseScaled('abc', 2), /expected digits/);
});

test('a printed value is parsed back to the same value', () => {
  fc.assert(
    fc.property(fc.bigInt(), fc.nat({ max: 12 }), (value, places) => {
      assert.equal(parseScaled(formatScaled(value, places), places), value);
    }),
  );
});
