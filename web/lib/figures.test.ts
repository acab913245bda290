import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  compareFigures,
  difference,
  inKopecks,
  parseFigure,
  showExactFigure,
  showFigure,
  showRoundFigure,
  showShortFigure,
  signOf,
  isProduct,
} from './figures.ts';

const SHOWN = [
  { text: '0.00', figure: '0,00' },
  { text: '999.90', figure: '999,90' },
  { text: '1234.50', figure: '1\u00a0234,50' },
  { text: '-1234567.89', figure: '\u22121\u00a0234\u00a0567,89' },
  { text: '123456789012345678.01', figure: '123\u00a0456\u00a0789\u00a0012\u00a0345\u00a0678,01' },
];
for (const { text, figure } of SHOWN)
  test(`${text} is shown as ${figure}`, () => assert.equal(showFigure(text), figure));

const SHORT = [
  { text: '16.0000', figure: '16' },
  { text: '1.2500', figure: '1,25' },
  { text: '100', figure: '100' },
];
for (const { text, figure } of SHORT)
  test(`${text} is shown in short as ${figure}`, () => assert.equal(showShortFigure(text), figure));

const TYPED = [
  { typed: '1 234,5', figure: '1234.5', why: 'as one types it' },
  { typed: '1\u00a0234.50', figure: '1234.50', why: 'as a spreadsheet copies it' },
  { typed: '007', figure: '7', why: 'as a meter shows it' },
  { typed: '\u22125', figure: '-5', why: 'as this page shows it' },
  { typed: '1,234.5', figure: undefined, why: 'nobody knows which mark is which' },
  { typed: '12e3', figure: undefined, why: 'an exponent is no figure of a bill' },
  { typed: '', figure: undefined, why: 'nothing is no figure' },
];
for (const { typed, figure, why } of TYPED)
  test(`"${typed}" is parsed as ${figure}: ${why}`, () => assert.equal(parseFigure(typed), figure));

test('a number with too many decimal places is a number', () => {
  assert.equal(parseFigure('0,333333333'), '0.333333333');
});

test('a difference has as many places as the more exact of the two', () => {
  assert.equal(difference('12.345', '10'), '2.345');
  assert.equal(difference('10', '10.5'), '-0.5');
});

test('figures are sorted by value', () => {
  assert.deepEqual(['10.00', '-3.5', '9', '0.00'].toSorted(compareFigures), [
    '-3.5',
    '0.00',
    '9',
    '10.00',
  ]);
});

test('an exact amount has at most six places, and an ellipsis if there are more', () => {
  assert.equal(showExactFigure('20.461538461538'), '20,461538…');
  assert.equal(showExactFigure('741.000000000000'), '741,00');
  assert.equal(showExactFigure('85.123400000000'), '85,1234');
});

test('an exact amount is rounded half up to kopecks', () => {
  assert.deepEqual(['20.461538461538', '0.005', '0.004999999999', '14'].map(inKopecks), [
    '20.46',
    '0.01',
    '0.00',
    '14.00',
  ]);
});

test('a round value has no superfluous places', () => {
  assert.equal(showRoundFigure(1_500_000), '1\u00a0500\u00a0000');
  assert.equal(showRoundFigure(0.1 + 0.2), '0,3');
  assert.equal(showRoundFigure(-20), '\u221220');
});

test('the sign of a figure is zero for any form of zero', () => {
  assert.deepEqual(['-0.00', '0', '0.01', '-5'].map(signOf), [0, 0, 1, -1]);
});

const PRODUCTS: [quantity: string, price: string, amount: string, is: boolean][] = [
  ['3.945000', '53.61', '211.49', true],
  ['-3.000', '53.6100', '-160.83', true],
  ['0.000', '35.18', '58.10', false],
  ['58.1', '35.18', '-500.00', false],
  ['0', '35.18', '0.00', true],
];
for (const [quantity, price, amount, is] of PRODUCTS)
  test(`${quantity} at ${price} ${is ? 'gives' : 'does not give'} ${amount}`, () => {
    assert.equal(isProduct(quantity, price, amount), is);
  });
