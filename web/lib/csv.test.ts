import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

test('a table becomes lines of cells, quoted where necessary', () => {
  assert.equal(
    csvOf([
      ['Счёт', 'Плательщик'],
      ['12', 'ООО "Лес; и Ко"'],
    ]),
    '\uFEFFСчёт;Плательщик\r\n12;"ООО ""Лес; и Ко"""\r\n',
  );
});

test('text that looks like a formula is escaped, a negative figure is not', () => {
  assert.equal(csvOf([['=1+1', '-12,50', '-A1']]), "\uFEFF'=1+1;-12,50;'-A1\r\n");
});
