import assert from 'node:assert/strict';
import { test } from 'node:test';
import { csvOf } from './csv.ts';

test('a table becomes lines of cells, of which those that need it are quoted', () => {
  assert.equal(
    csvOf([
      ['Счёт', 'Плательщик'],
      ['12', 'ООО "Лес; и Ко"'],
    ]),
    '\uFEFFСчёт;Плательщик\r\n12;"ООО ""Лес; и Ко"""\r\n',
  );
});

test('a text that would be a formula is none, a figure below zero stays a figure', () => {
  assert.equal(csvOf([['=1+1', '-12,50', '-A1']]), "\uFEFF'=1+1;-12,50;'-A1\r\n");
});
